'use client';

import { useActionState } from 'react';
import type { VendAnswer } from '@/lib/board/vend';
import { submitVend } from '../(board)/endpoints/actions';
import { Reveal } from './reveal';
import { type VendChoices, VendForm } from './vend-form';

/** The form, and in its place, once, what was vended. */
export function Vend({ empty, verbs, expiries }: VendChoices & { readonly empty: VendAnswer }) {
  const [answer, submit, isPending] = useActionState(submitVend, empty);
  if (answer.kind === 'vended')
    return <Reveal endpoint={answer.endpoint} title={`${answer.endpoint.name} is vended`} />;
  return (
    <>
      <h1 tabIndex={-1}>Vend an endpoint</h1>
      <p>A credential for one agent: it works on these queues, with these verbs, and on nothing else.</p>
      <VendForm answer={answer} submit={submit} isPending={isPending} verbs={verbs} expiries={expiries} />
    </>
  );
}
