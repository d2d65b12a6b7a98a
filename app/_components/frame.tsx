import type { ReactNode } from 'react';
import { nameOf } from '@/lib/auth/session';
import { currentSession } from '../_session';
import styles from './frame.module.css';
import { RouteFocus } from './route-focus';
import { SiteFooter } from './site-footer';
import { SiteHeader } from './site-header';

/** What surrounds every page. It guards nothing: each page asks for the session itself. */
export async function Frame({ children }: { children: ReactNode }) {
  const session = await currentSession();
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
    </>
  );
}
