import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { nameOf } from '@/lib/auth/session';
import { currentSession } from '../_session';
import { areShortcutsOn, SHORTCUTS_COOKIE } from '../_shortcuts';
import styles from './frame.module.css';
import { RouteFocus } from './route-focus';
import { Shortcuts } from './shortcuts';
import { SiteFooter } from './site-footer';
import { SiteHeader } from './site-header';

/** What surrounds every page. It guards nothing: each page asks for the session itself. */
export async function Frame({ children }: { children: ReactNode }) {
  const session = await currentSession();
  const hasShortcuts = session && areShortcutsOn((await cookies()).get(SHORTCUTS_COOKIE)?.value);
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      {session && <SiteHeader who={nameOf(session)} />}
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <SiteFooter />
      <RouteFocus />
      {hasShortcuts && <Shortcuts />}
    </>
  );
}
