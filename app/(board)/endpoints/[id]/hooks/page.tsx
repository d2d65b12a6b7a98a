import Link from 'next/link';
import { notFound } from 'next/navigation';
import { readHooks } from '@/lib/board/hooks';
import { getRuntime } from '@/lib/runtime';
import { DeleteHook } from '../../../../_components/delete-hook';
import { HookForm } from '../../../../_components/hook-form';
import { requireOwner } from '../../../../_session';
import { type EndpointRoute, endpointOf } from '../../_endpoint';
import styles from '../page.module.css';

export async function generateMetadata({ params }: EndpointRoute): Promise<{ title: string }> {
  const endpoint = await endpointOf((await params).id);
  return { title: endpoint ? `Hooks of ${endpoint.name}` : 'Not found' };
}

export default async function HooksPage({ params }: EndpointRoute) {
  const endpoint = await endpointOf((await params).id);
  if (!endpoint) notFound();
  const { db, config } = getRuntime();
  const hooks = await readHooks(db, await requireOwner(`/endpoints/${endpoint.id}/hooks`), endpoint.id);
  const mayChange = !config.boardReadOnly;
  return (
    <div className={styles.page}>
      <p>
        <Link href={`/endpoints/${endpoint.id}`} prefetch={false}>
          {endpoint.name}
        </Link>
      </p>
      <h1 tabIndex={-1}>Notify hooks of {endpoint.name}</h1>
      <p>
        A hook is called when a todo becomes claimable (<code>todo.ready</code>) or a dead letter (
        <code>todo.dead_lettered</code>), with ids and, of a dead letter, its last attempt. Calls are signed as Standard
        Webhooks and never carry a payload.
      </p>
      <section aria-labelledby="hooks-title" className={styles.section}>
        <h2 id="hooks-title">Registered</h2>
        {hooks.length === 0 && <p>None yet.</p>}
        {hooks.map((hook) => (
          <article key={hook.id} aria-label={hook.url} className={styles.section}>
            <p>
              <code>{hook.url}</code> · {hook.queues}
            </p>
            <p>{hook.health}</p>
            {mayChange && <DeleteHook endpointId={endpoint.id} hookId={hook.id} url={hook.url} />}
          </article>
        ))}
      </section>
      {mayChange && endpoint.status === 'live' && (
        <section aria-labelledby="register-title" className={styles.section}>
          <h2 id="register-title">Register a hook</h2>
          <HookForm endpointId={endpoint.id} />
        </section>
      )}
    </div>
  );
}
