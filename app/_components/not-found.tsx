import styles from './not-found.module.css';

/** The one page for whatever is absent or another human's. It says nothing of the address, which tells neither apart. */
export function NotFound() {
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>Not found</h1>
      <p>There is no such page, or it is not yours to see. A finished todo is deleted after its retention time.</p>
      <p>
        <a href="/todos">Go to the todos</a>
      </p>
    </div>
  );
}
