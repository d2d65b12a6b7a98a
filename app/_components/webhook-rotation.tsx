'use client';

import { useActionState } from 'react';
import { submitWebhookRotation } from '../(board)/webhooks/actions';
import controls from './controls.module.css';
import { Once } from './once';
import { Status } from './status';
import { At } from './time';

interface WebhookRotationProps {
  readonly id: string;
  readonly name: string;
  readonly isSigned: boolean;
}

/** New URL, new secret: either is shown once, and what it replaces goes on for a day. */
export function WebhookRotation({ id, name, isSigned }: WebhookRotationProps) {
  const [answer, submit, isPending] = useActionState(submitWebhookRotation, undefined);
  const fieldId = `secret-${id}`;
  return (
    <>
      {answer?.kind === 'rotated' && (
        <>
          <Once what={answer.what} secret={answer.value} />
          <p>
            The one before it is accepted until <At at={answer.previousUntil} />, so that the source can be told
            meanwhile.
          </p>
        </>
      )}
      <Status answer={answer?.kind === 'refused' ? answer : undefined} />
      <details>
        <summary>Rotate{isSigned ? ' URL or secret' : ' the URL'}</summary>
        <div className={controls.form}>
          <form action={submit}>
            <input type="hidden" name="id" value={id} />
            <input type="hidden" name="part" value="token" />
            <button
              type="submit"
              disabled={isPending}
              className={controls.button}
              aria-label={`Rotate the URL of ${name}`}
            >
              Rotate the URL
            </button>
          </form>
          {isSigned && (
            <form action={submit} className={controls.field}>
              <input type="hidden" name="id" value={id} />
              <input type="hidden" name="part" value="secret" />
              <label htmlFor={fieldId}>Secret that the source dictates; empty: one is made</label>
              <div className={controls.row}>
                <input
                  id={fieldId}
                  name="secret"
                  type="password"
                  autoComplete="off"
                  className={`${controls.input} ${controls.short}`}
                />
                <button
                  type="submit"
                  disabled={isPending}
                  className={controls.button}
                  aria-label={`Rotate the secret of ${name}`}
                >
                  Rotate the secret
                </button>
              </div>
            </form>
          )}
        </div>
      </details>
    </>
  );
}
