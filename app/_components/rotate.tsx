'use client';

import { type ReactNode, useActionState } from 'react';
import { submitRotate } from '../(board)/endpoints/actions';
import controls from './controls.module.css';
import { Reveal } from './reveal';
import { Status } from './status';

interface RotateProps {
  readonly id: string;
  readonly name: string;
  readonly isOpen: boolean;
  /** The way back. */
  readonly children: ReactNode;
}

/** The question, and in its place, once, the new credential. */
export function Rotate({ id, name, isOpen, children }: RotateProps) {
  const [answer, submit, isPending] = useActionState(submitRotate, undefined);
  if (answer?.kind === 'rotated') return <Reveal endpoint={answer.endpoint} title={`${name} has a new credential`} />;
  return (
    <>
      <h1 tabIndex={-1}>Rotate the credential of {name}?</h1>
      <p>
        The old credential ends at once: whoever uses it gets 401 and its streams close. Todos, leases and their history
        stay; a worker with the new credential can go on with them.
      </p>
      {isOpen && (
        <form action={submit}>
          <input type="hidden" name="id" value={id} />
          <button type="submit" disabled={isPending} className={controls.danger}>
            Rotate
          </button>
        </form>
      )}
      <Status answer={answer} />
      {children}
    </>
  );
}
