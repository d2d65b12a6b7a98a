import styles from './site-footer.module.css';
import { ThemeChoice } from './theme-choice';

/** What stands below every page. */
export function SiteFooter() {
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <ThemeChoice />
      </div>
    </footer>
  );
}
