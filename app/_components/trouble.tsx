import styles from './not-found.module.css';

/** What is said when a page could not be made: nothing of why, which the log has under the number. */
export function Trouble({ digest }: { digest: string | undefined }) {
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>This page could not be shown</h1>
      <p>
        The server or its database did not answer. Nothing was lost: what agents reported is stored. Try again in a
        moment.
        {digest && ` The log has details under ${digest}.`}
      </p>
      <p>
        <a href="/">Start over</a>
      </p>
    </div>
  );
}
