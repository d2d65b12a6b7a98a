'use client';

import { useActionState, useEffect, useRef } from 'react';
import type { WebhookField, WebhookForm } from '@/lib/board/change-webhooks';
import type { Target } from '@/lib/board/webhooks';
import { submitWebhook } from '../(board)/webhooks/actions';
import controls from './controls.module.css';
import styles from './new-webhook.module.css';
import { WebhookReveal } from './webhook-reveal';

interface NewWebhookProps {
  readonly targets: readonly Target[];
  readonly sources: readonly { readonly type: string; readonly name: string }[];
  readonly isOpen: boolean;
}

/**
 * The folded form, and above it, once, what was made. A refusal names its field and keeps what was typed; React resets a select
 * to what it was mounted with, so it is mounted anew.
 */
export function NewWebhook({ targets, sources, isOpen }: NewWebhookProps) {
  const [answer, submit, isPending] = useActionState(submitWebhook, undefined);
  const problem = answer?.kind === 'invalid' ? answer : undefined;
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problem]);

  const kept: WebhookForm = problem?.form ?? {
    type: 'generic',
    endpoint: targets[0]?.id ?? '',
    queue: targets[0]?.queues[0] ?? '',
    routes: [],
  };
  const field = (name: WebhookField) => ({
    id: `webhook-${name}`,
    name,
    'aria-invalid': problem?.field === name,
    'aria-describedby': problem?.field === name ? `webhook-${name}-error` : undefined,
  });
  const errorOf = (name: WebhookField) =>
    problem?.field === name && (
      <p id={`webhook-${name}-error`} className={controls.error}>
        {problem.text}
      </p>
    );
  return (
    <>
      {answer?.kind === 'created' && <WebhookReveal webhook={answer.webhook} />}
      <details open={isOpen || problem !== undefined} className={styles.box}>
        <summary className={styles.summary}>New webhook</summary>
        <form ref={form} action={submit} className={controls.form}>
          <div className={controls.field}>
            <label htmlFor="webhook-type">Source</label>
            <select key={kept.type} {...field('type')} defaultValue={kept.type} className={controls.select}>
              {sources.map(({ type, name }) => (
                <option key={type} value={type}>
                  {name}
                </option>
              ))}
            </select>
            {errorOf('type')}
          </div>
          <div className={controls.field}>
            <label htmlFor="webhook-endpoint">Endpoint</label>
            <select key={kept.endpoint} {...field('endpoint')} defaultValue={kept.endpoint} className={controls.select}>
              {targets.map(({ id, name, queues }) => (
                <option key={id} value={id}>
                  {name} ({queues.join(', ')})
                </option>
              ))}
            </select>
            {errorOf('endpoint')}
          </div>
          <div className={controls.field}>
            <label htmlFor="webhook-queue">Queue</label>
            <input
              {...field('queue')}
              list="webhook-queues"
              defaultValue={kept.queue}
              autoComplete="off"
              aria-required="true"
              className={controls.input}
            />
            <datalist id="webhook-queues">
              {[...new Set(targets.flatMap(({ queues }) => queues))].map((queue) => (
                <option key={queue} value={queue} />
              ))}
            </datalist>
            {errorOf('queue')}
            <p className={controls.hint}>One that the endpoint is granted, or its agent will not see the todos.</p>
          </div>
          <details>
            <summary className={styles.summary}>Advanced</summary>
            <div className={controls.field}>
              <label htmlFor="webhook-secret">Signing secret that the source dictates</label>
              <input {...field('secret')} type="password" autoComplete="off" className={controls.input} />
              {errorOf('secret')}
              <p className={controls.hint}>Slack and Stripe dictate theirs. Empty: one is made.</p>
            </div>
            {targets.length > 1 && (
              <fieldset className={controls.fieldset}>
                <legend className={controls.legend}>Also to</legend>
                {errorOf('route')}
                {targets.map(({ id, name }) => (
                  <label key={id} className={styles.route}>
                    <input type="checkbox" name="route" value={id} defaultChecked={kept.routes.includes(id)} />
                    <span>{name}</span>
                  </label>
                ))}
              </fieldset>
            )}
          </details>
          <div className={controls.row}>
            <button type="submit" disabled={isPending} className={controls.primary}>
              Make the webhook
            </button>
          </div>
        </form>
      </details>
    </>
  );
}
