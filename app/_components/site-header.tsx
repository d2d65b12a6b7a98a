import { NavLink } from './nav-link';
import styles from './site-header.module.css';

/** Where one is, where one can go, who is signed in. */
export function SiteHeader({ who }: { who: string }) {
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <nav aria-label="Main" className={styles.nav}>
          <NavLink href="/" className={styles.brand}>
            Switchboard
          </NavLink>
          <NavLink href="/todos" className={styles.link}>
            Todos
          </NavLink>
          <NavLink href="/endpoints" className={styles.link}>
            Endpoints
          </NavLink>
          <NavLink href="/webhooks" className={styles.link}>
            Webhooks
          </NavLink>
          <NavLink href="/activity" className={styles.link}>
            Activity
          </NavLink>
          <NavLink href="/settings" className={styles.link}>
            Settings
          </NavLink>
        </nav>
        <form method="post" action="/signout" className={styles.account}>
          <span className={styles.email}>{who}</span>
          <button type="submit" className={styles.signOut}>
            Sign out
          </button>
        </form>
      </div>
    </header>
  );
}
