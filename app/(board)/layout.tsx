import type { ReactNode } from 'react';
import { RouteFocus } from '../_components/route-focus';
import { SiteFooter } from '../_components/site-footer';
import { SiteHeader } from '../_components/site-header';
import { currentSession } from '../_session';
import styles from './layout.module.css';

/** The frame around every page of a signed-in human. It guards nothing: each page asks for the session itself. */
export default async function BoardLayout({ children }: { children: ReactNode }) {
  const session = await currentSession();
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      {session && <SiteHeader email={session.email} />}
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <SiteFooter />
      <RouteFocus />
    </>
  );
}
