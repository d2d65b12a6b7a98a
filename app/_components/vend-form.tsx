'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import type { VendAnswer } from '@/lib/board/vend';
import controls from './controls.module.css';
import styles from './vend-form.module.css';

/** What the form offers. */
export interface VendChoices {
  readonly verbs: readonly { readonly verb: string; readonly means: string }[];
  readonly expiries: readonly { readonly value: string; readonly label: string }[];
}

interface VendFormProps extends VendChoices {
  readonly answer: Exclude<VendAnswer, { kind: 'vended' }>;
  readonly submit: (form: FormData) => void;
  readonly isPending: boolean;
}

/** Name, queues, verbs; the rest is folded. A refusal names every wrong field at once and keeps what was typed. */
export function VendForm({ answer, submit, isPending, verbs, expiries }: VendFormProps) {
  const { form } = answer;
  const errors = answer.kind === 'invalid' ? answer.errors : undefined;
  const element = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (errors) element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-problem]')?.focus();
  }, [errors]);

  return (
    <form ref={element} action={submit} className={controls.form}>
      {errors?.form && (
        <p role="alert" tabIndex={-1} data-problem="" className={controls.error}>
          {errors.form}
        </p>
      )}
      <TextField name="name" label="Name" value={form.name} error={errors?.name}>
        What you will know it by, such as the agent’s name.
      </TextField>
      <TextField name="queues" label="Queues" value={form.queues} error={errors?.queues}>
        Exact names, separated by commas.
      </TextField>
      <VerbChoice verbs={verbs} chosen={form.verbs} error={errors?.verbs} />
      <details open={errors?.expires !== undefined || form.expires !== ''}>
        <summary className={styles.summary}>Advanced</summary>
        <div className={controls.field}>
          <label htmlFor="expires">Expires</label>
          <select
            // React resets a select to what it was mounted with.
            key={form.expires}
            id="expires"
            name="expires"
            defaultValue={form.expires}
            aria-invalid={errors?.expires !== undefined}
            aria-describedby={errors?.expires && 'expires-error'}
            className={controls.select}
          >
            {expiries.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          {errors?.expires && (
            <p id="expires-error" className={controls.error}>
              {errors.expires}
            </p>
          )}
        </div>
      </details>
      <div className={controls.row}>
        <button type="submit" disabled={isPending} className={controls.primary}>
          Vend
        </button>
      </div>
    </form>
  );
}

interface TextFieldProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly children: ReactNode;
}

function TextField({ name, label, value, error, children }: TextFieldProps) {
  return (
    <div className={controls.field}>
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        name={name}
        defaultValue={value}
        aria-required="true"
        autoComplete="off"
        aria-invalid={error !== undefined}
        aria-describedby={error ? `${name}-error ${name}-hint` : `${name}-hint`}
        className={controls.input}
      />
      {error && (
        <p id={`${name}-error`} className={controls.error}>
          {error}
        </p>
      )}
      <p id={`${name}-hint`} className={controls.hint}>
        {children}
      </p>
    </div>
  );
}

interface VerbChoiceProps {
  readonly verbs: VendChoices['verbs'];
  readonly chosen: readonly string[];
  readonly error: string | undefined;
}

function VerbChoice({ verbs, chosen, error }: VerbChoiceProps) {
  return (
    <fieldset className={controls.fieldset} aria-describedby={error && 'verbs-error'}>
      <legend className={controls.legend}>Verbs</legend>
      {error && (
        <p id="verbs-error" tabIndex={-1} data-problem="" className={controls.error}>
          {error}
        </p>
      )}
      <div className={styles.verbs}>
        {verbs.map(({ verb, means }) => (
          <label key={verb} className={styles.verb}>
            <input type="checkbox" name="verbs" value={verb} defaultChecked={chosen.includes(verb)} />
            <span>
              <code>{verb}</code> <span className={controls.hint}>{means}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
