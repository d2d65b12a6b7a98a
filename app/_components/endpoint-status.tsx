import type { EndpointStatus as Status } from '@/lib/board/endpoint-cards';
import styles from './state-badge.module.css';

const TONES: Readonly<Record<Status, string | undefined>> = {
  live: styles.done,
  expired: styles.retrying,
  revoked: styles.quiet,
};

/** Whether an endpoint's credential still works. */
export function EndpointStatus({ status }: { status: Status }) {
  return <span className={`${styles.badge} ${TONES[status]}`}>{status}</span>;
}
