'use client';

import { useActionState, useEffect, useRef } from 'react';
import type { TokenRow } from '@/lib/board/settings';
import { submitMint, submitRevokeToken } from '../(board)/settings/actions';
import controls from './controls.module.css';
import { Once } from './once';
import { Status } from './status';
import styles from './table.module.css';
import { Ago } from './time';

interface OperatorTokensProps {
  readonly tokens: readonly TokenRow[];
  readonly apiUrl: string;
  readonly isReadOnly: boolean;
}

/** The bearers with which programs act for this human, and a fresh one, shown once. */
export function OperatorTokens({ tokens, apiUrl, isReadOnly }: OperatorTokensProps) {
  const [minted, mint, isMinting] = useActionState(submitMint, undefined);
  const [revoked, revoke, isRevoking] = useActionState(submitRevokeToken, undefined);
  const status = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    if (revoked) status.current?.focus();
  }, [revoked]);

  return (
    <>
      <p>
        A program with such a token may do on <code>{apiUrl}</code> whatever you may do here.
      </p>
      {minted && 'token' in minted && <Once what="Operator token" secret={minted.token} />}
      {minted && 'refused' in minted && <Status answer={{ kind: 'refused', text: minted.refused }} />}
      <Status ref={status} answer={revoked} />
      {tokens.length === 0 ? (
        <p>
          There is none. Mint one here, or in a shell: <code>npm run -s switchboard -- token create --human EMAIL</code>
        </p>
      ) : (
        <table className={`${styles.table} ${styles.stack}`}>
          <caption className={styles.caption}>Tokens that work</caption>
          <thead>
            <tr>
              <th scope="col">Token</th>
              <th scope="col">Minted</th>
              <th scope="col">Last used</th>
              {!isReadOnly && <th scope="col">Revoke</th>}
            </tr>
          </thead>
          <tbody>
            {tokens.map(({ id, tokenPrefix, created, lastUsed }) => (
              <tr key={id}>
                <td>
                  <code>{tokenPrefix}…</code>
                </td>
                <td data-label="minted">
                  <Ago at={created} />
                </td>
                <td data-label="last used">{lastUsed ? <Ago at={lastUsed} /> : 'never'}</td>
                {!isReadOnly && (
                  <td>
                    <form action={revoke}>
                      <input type="hidden" name="id" value={id} />
                      <button
                        type="submit"
                        disabled={isRevoking}
                        className={controls.button}
                        aria-label={`Revoke ${tokenPrefix}`}
                      >
                        Revoke
                      </button>
                    </form>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {!isReadOnly && (
        <form action={mint}>
          <button type="submit" disabled={isMinting} className={controls.button}>
            Mint an operator token
          </button>
        </form>
      )}
    </>
  );
}
