import { cookies } from 'next/headers';
import { parseTheme, THEME_COOKIE } from '../_theme';
import styles from './theme-choice.module.css';

const CHOICES = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** The choice of theme, as a form that needs no script. */
export async function ThemeChoice() {
  const theme = parseTheme((await cookies()).get(THEME_COOKIE)?.value) ?? 'system';
  return (
    <form method="post" action="/theme">
      <fieldset className={styles.themes}>
        <legend>Theme</legend>
        {CHOICES.map(({ value, label }) => (
          <button key={value} type="submit" name="theme" value={value} aria-pressed={theme === value}>
            {label}
          </button>
        ))}
      </fieldset>
    </form>
  );
}
