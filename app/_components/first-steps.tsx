import Link from 'next/link';
import type { FirstStep } from '@/lib/board/home';
import styles from './first-steps.module.css';

interface FirstStepsProps {
  readonly steps: readonly FirstStep[];
  readonly endpointId: string | undefined;
}

/** From nothing to a first todo that an agent took: shown until all three steps are done. */
export function FirstSteps({ steps, endpointId }: FirstStepsProps) {
  return (
    <section aria-labelledby="steps-title" className={styles.box}>
      <h2 id="steps-title">Three steps to the first todo</h2>
      <ol className={styles.steps}>
        {steps.map(({ name, isDone }) => (
          <li key={name}>
            <Step name={name} endpointId={endpointId} /> {isDone && <span className={styles.done}>done</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Step({ name, endpointId }: { name: FirstStep['name']; endpointId: string | undefined }) {
  if (name === 'vend') {
    return (
      <>
        <Link href="/endpoints/new">Vend an endpoint</Link>: a credential for an agent, with the queues it may work on.
      </>
    );
  }
  if (name === 'connect')
    return 'Connect an agent with the configuration shown at the vend. It is done at the agent’s first call.';
  return (
    <>
      {endpointId ? <Link href={`/endpoints/${endpointId}#test`}>Send a test todo</Link> : 'Send a test todo'} and watch
      the agent take it.
    </>
  );
}
