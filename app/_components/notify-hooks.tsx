'use client';

import { useActionState, useEffect, useRef } from 'react';
import type { HookRow } from '@/lib/board/notify-hooks';
import { submitHook, submitHookDeletion } from '../(board)/endpoints/hook-actions';
import controls from './controls.module.css';
import { Once } from './once';
import badges from './state-badge.module.css';
import { Status } from './status';
import styles from './table.module.css';
import { Ago } from './time';

const TONES = { well: badges.done, failing: badges.retrying, disabled: badges.dead } as const;

interface NotifyHooksProps {
  readonly endpointId: string;
  readonly hooks: readonly HookRow[];
  /** False on a read-only Board and for an endpoint that has ended. */
  readonly isOpen: boolean;
}

/** Who is told over HTTP when there is work or a todo is given up, and the way to tell one more. */
export function NotifyHooks({ endpointId, hooks, isOpen }: NotifyHooksProps) {
  const [registered, register, isRegistering] = useActionState(submitHook, undefined);
  const [deleted, remove, isDeleting] = useActionState(submitHookDeletion, undefined);
  const problem = registered?.kind === 'invalid' ? registered : undefined;
  const form = useRef<HTMLFormElement>(null);
  const status = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problem]);
  useEffect(() => {
    if (deleted) status.current?.focus();
  }, [deleted]);

  const field = (name: 'url' | 'queues') => ({
    id: `hook-${name}`,
    name,
    defaultValue: problem?.[name] ?? '',
    'aria-invalid': problem?.field === name,
    'aria-describedby': problem?.field === name ? `hook-${name}-error` : `hook-${name}-hint`,
    className: controls.input,
  });
  const errorOf = (name: 'url' | 'queues') =>
    problem?.field === name && (
      <p id={`hook-${name}-error`} className={controls.error}>
        {problem.text}
      </p>
    );
  return (
    <>
      {registered?.kind === 'registered' && (
        <>
          <Once what="Signing secret" secret={registered.secret} />
          {registered.notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </>
      )}
      <Status ref={status} answer={deleted} />
      {hooks.length === 0 ? (
        <p>Nobody is told. An agent that is connected needs no hook; a runner that starts agents does.</p>
      ) : (
        <table className={`${styles.table} ${styles.stack}`}>
          <caption className={styles.caption}>Notify hooks</caption>
          <thead>
            <tr>
              <th scope="col">URL</th>
              <th scope="col">How it goes</th>
              <th scope="col">Last sent</th>
              {isOpen && <th scope="col">Delete</th>}
            </tr>
          </thead>
          <tbody>
            {hooks.map((hook) => (
              <tr key={hook.id}>
                <td>
                  <code>{hook.url}</code>, {hook.queues}
                </td>
                <td>
                  <span className={`${badges.badge} ${TONES[hook.state]}`}>{hook.state}</span> {hook.told}
                  {hook.waiting > 0 && `; ${hook.waiting} still to be sent`}
                </td>
                <td data-label="last sent">{hook.lastSent ? <Ago at={hook.lastSent} /> : 'never'}</td>
                {isOpen && (
                  <td>
                    <form action={remove}>
                      <input type="hidden" name="id" value={endpointId} />
                      <input type="hidden" name="hook" value={hook.id} />
                      <button
                        type="submit"
                        disabled={isDeleting}
                        className={controls.button}
                        aria-label={`Delete the hook to ${hook.url}`}
                      >
                        Delete
                      </button>
                    </form>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {isOpen && (
        <details open={problem !== undefined}>
          <summary>New notify hook</summary>
          <form ref={form} action={register} className={controls.form}>
            <input type="hidden" name="id" value={endpointId} />
            <div className={controls.field}>
              <label htmlFor="hook-url">URL</label>
              <input {...field('url')} type="url" autoComplete="off" aria-required="true" />
              {errorOf('url')}
              <p id="hook-url-hint" className={controls.hint}>
                https, at a public address. It is told of todo.ready and todo.dead_lettered, signed as Standard
                Webhooks.
              </p>
            </div>
            <div className={controls.field}>
              <label htmlFor="hook-queues">Only of these queues</label>
              <input {...field('queues')} autoComplete="off" />
              {errorOf('queues')}
              <p id="hook-queues-hint" className={controls.hint}>
                Separated by commas. Empty: all of them.
              </p>
            </div>
            <div className={controls.row}>
              <button type="submit" disabled={isRegistering} className={controls.button}>
                Register the hook
              </button>
            </div>
          </form>
        </details>
      )}
    </>
  );
}
