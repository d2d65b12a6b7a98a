import type { SessionRow } from '@/lib/board/settings';
import controls from './controls.module.css';
import styles from './table.module.css';
import { Ago } from './time';

/** The browsers that are signed in, and the way to sign them out. */
export function Sessions({ sessions }: { sessions: readonly SessionRow[] }) {
  return (
    <>
      <table className={`${styles.table} ${styles.stack}`}>
        <caption className={styles.caption}>Browsers signed in as you</caption>
        <thead>
          <tr>
            <th scope="col">Browser</th>
            <th scope="col">Signed in</th>
            <th scope="col">Last seen</th>
            <th scope="col">End</th>
          </tr>
        </thead>
        <tbody>
          {sessions.map(({ id, browser, method, isThis, created, lastSeen }) => (
            <tr key={id}>
              <td>
                {browser}
                {isThis && <strong> (this one)</strong>}
              </td>
              <td data-label="signed in">
                <Ago at={created} /> by {method}
              </td>
              <td data-label="last seen">
                <Ago at={lastSeen} />
              </td>
              <td>
                {isThis ? (
                  'Sign out above'
                ) : (
                  <form method="post" action="/settings/sessions">
                    <button
                      type="submit"
                      name="id"
                      value={id}
                      className={controls.button}
                      aria-label={`End the session of ${browser}, last seen ${lastSeen.relative}`}
                    >
                      End
                    </button>
                  </form>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {sessions.length > 1 && (
        <form method="post" action="/settings/sessions">
          <button type="submit" name="others" value="1" className={controls.button}>
            End all other sessions
          </button>
        </form>
      )}
    </>
  );
}
