import type { Metadata } from 'next';
import { EMPTY_VEND, EXPIRIES, VERB_CHOICES } from '@/lib/board/vend';
import { getRuntime } from '@/lib/runtime';
import { Vend } from '../../../_components/vend';
import { requireOwner } from '../../../_session';
import styles from '../[id]/page.module.css';

export const metadata: Metadata = { title: 'Vend an endpoint' };

export default async function VendPage() {
  await requireOwner('/endpoints/new');
  if (getRuntime().config.boardReadOnly) {
    return (
      <div className={styles.page}>
        <h1 tabIndex={-1}>Vend an endpoint</h1>
        <p>This Board is read-only.</p>
      </div>
    );
  }
  return (
    <div className={styles.page}>
      <Vend empty={EMPTY_VEND} verbs={VERB_CHOICES} expiries={EXPIRIES} />
    </div>
  );
}
