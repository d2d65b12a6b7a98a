import Link from 'next/link';
import { notFound } from 'next/navigation';
import { pageTitle } from '@/lib/board/page-title';
import { getRuntime } from '@/lib/runtime';
import { RevokeForm } from '../../../../_components/revoke-form';
import { type EndpointRoute, endpointOf } from '../../_endpoint';
import styles from '../page.module.css';

export async function generateMetadata({ params }: EndpointRoute): Promise<{ title: string }> {
  const endpoint = await endpointOf((await params).id);
  return { title: endpoint ? pageTitle(`Revoke ${endpoint.name}`) : 'Not found' };
}

export default async function RevokePage({ params }: EndpointRoute) {
  const endpoint = await endpointOf((await params).id);
  if (!endpoint) notFound();
  const isOpen = endpoint.status !== 'revoked' && !getRuntime().config.boardReadOnly;
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>Revoke {endpoint.name}?</h1>
      <p>
        Its credential ends at once and for good. What is still alive on it, pending, claimed or waiting for a retry,
        becomes a dead letter; the attempts of its agents close as revoked.
      </p>
      <RevokeForm id={endpoint.id} isOpen={isOpen} />
      <p>
        <Link href={`/endpoints/${endpoint.id}`} prefetch={false}>
          {isOpen ? 'Keep it' : 'Back to the endpoint'}
        </Link>
      </p>
    </div>
  );
}
