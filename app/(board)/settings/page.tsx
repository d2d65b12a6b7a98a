import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { nameOf } from '@/lib/auth/session';
import { readSettings } from '@/lib/board/settings';
import { zones } from '@/lib/board/zone-time';
import { getRuntime } from '@/lib/runtime';
import { OperatorTokens } from '../../_components/operator-tokens';
import { Sessions } from '../../_components/sessions';
import { ShortcutSettings } from '../../_components/shortcut-settings';
import { ThemeChoice } from '../../_components/theme-choice';
import { ZoneChoice } from '../../_components/zone-choice';
import { currentSession, requireOwner } from '../../_session';
import { areShortcutsOn, SHORTCUTS_COOKIE } from '../../_shortcuts';
import { parseZone, ZONE_COOKIE } from '../../_zone';
import styles from './page.module.css';

export const metadata: Metadata = { title: 'Settings' };

export default async function SettingsPage() {
  const scope = await requireOwner('/settings');
  const session = await currentSession();
  const { db, config } = getRuntime();
  const { sessions, tokens } = await readSettings(db, scope, session?.sessionId ?? '');
  const jar = await cookies();
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>Settings</h1>
      {session && <p>Signed in as {nameOf(session)}.</p>}
      <section aria-labelledby="look-title" className={styles.section}>
        <h2 id="look-title">Look</h2>
        <ThemeChoice />
        <ZoneChoice zones={zones()} chosen={parseZone(jar.get(ZONE_COOKIE)?.value) ?? 'UTC'} />
      </section>
      <section aria-labelledby="shortcuts-title" id="shortcuts" className={styles.section}>
        <h2 id="shortcuts-title">Keyboard shortcuts</h2>
        <ShortcutSettings isOn={areShortcutsOn(jar.get(SHORTCUTS_COOKIE)?.value)} />
      </section>
      <section aria-labelledby="tokens-title" className={styles.section}>
        <h2 id="tokens-title">Operator tokens</h2>
        <OperatorTokens tokens={tokens} apiUrl={`${config.baseUrl}/api/v1`} isReadOnly={config.boardReadOnly} />
      </section>
      <section aria-labelledby="sessions-title" id="sessions" className={styles.section}>
        <h2 id="sessions-title">Sessions</h2>
        <Sessions sessions={sessions} />
      </section>
    </div>
  );
}
