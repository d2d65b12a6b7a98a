import type { JobLine } from '@/lib/board/activity';
import styles from './job-list.module.css';
import { Ago } from './time';

/** Bulk jobs, newest first, with their progress. */
export function JobList({ jobs }: { jobs: readonly JobLine[] }) {
  return (
    <ul className={styles.jobs}>
      {jobs.map((job) => (
        <li key={job.id} id={`job-${job.id}`} className={styles.job}>
          <p className={styles.title}>
            <strong>{job.title}</strong>
            <Ago at={job.begun} />
          </p>
          {job.isRunning && (
            <progress aria-label={`Progress: ${job.title}`} max={Math.max(1, job.total)} value={job.looked} />
          )}
          <p className={styles.outcome}>
            {job.isRunning
              ? `Under way, ${job.looked.toLocaleString('en')} of ${job.total.toLocaleString('en')}. `
              : ''}
            {job.outcome}.
          </p>
        </li>
      ))}
    </ul>
  );
}
