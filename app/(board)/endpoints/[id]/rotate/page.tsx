import Link from 'next/link';
import { notFound } from 'next/navigation';
import { pageTitle } from '@/lib/board/page-title';
import { getRuntime } from '@/lib/runtime';
import { Rotate } from '../../../../_components/rotate';
import { type EndpointRoute, endpointOf } from '../../_endpoint';
import styles from '../page.module.css';

export async function generateMetadata({ params }: EndpointRoute): Promise<{ title: string }> {
  const endpoint = await endpointOf((await params).id);
  return { title: endpoint ? pageTitle(`Rotate ${endpoint.name}`) : 'Not found' };
}

export default async function RotatePage({ params }: EndpointRoute) {
  const endpoint = await endpointOf((await params).id);
  if (!endpoint) notFound();
  const isOpen = endpoint.status !== 'revoked' && !getRuntime().config.boardReadOnly;
  return (
    <div className={styles.page}>
      <Rotate id={endpoint.id} name={endpoint.name} isOpen={isOpen}>
        <p>
          <Link href={`/endpoints/${endpoint.id}`} prefetch={false}>
            {isOpen ? 'Keep the old one' : 'Back to the endpoint'}
          </Link>
        </p>
      </Rotate>
    </div>
  );
}
