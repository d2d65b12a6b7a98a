import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { returnPath } from '@/lib/auth/session-return';
import type { SearchParams } from '@/lib/board/ledger-query';
import { getRuntime } from '@/lib/runtime';
import controls from '../_components/controls.module.css';
import { SiteFooter } from '../_components/site-footer';
import { currentSession } from '../_session';
import { signInByEmail, signInByLink } from './actions';
import styles from './page.module.css';

export const metadata: Metadata = { title: 'Sign in' };

const ERRORS: Readonly<Record<string, string>> = {
  link: 'This sign-in link is not good any more: it was used, or its 15 minutes are over. Ask for a new one.',
  email: 'Type an email address such as ada@example.com. A disabled human cannot sign in.',
};

export default async function SignInPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { config } = getRuntime();
  const { token, callbackUrl, error } = await searchParams;
  const path = returnPath(callbackUrl, config.baseUrl);
  if (token === undefined && (await currentSession())) redirect(path);
  const problem = error === undefined ? undefined : (ERRORS[String(error)] ?? 'Signing in did not work. Try again.');
  return (
    <>
      <main className={styles.page}>
        <h1>Sign in to Switchboard</h1>
        {problem && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
        {typeof token === 'string' ? <LinkForm token={token} path={path} /> : <NewLink />}
        {config.devLogin && <EmailForm path={path} />}
      </main>
      <SiteFooter />
    </>
  );
}

/** A button and not a redirect: a mail scanner that follows the link must not spend it. */
function LinkForm({ token, path }: { token: string; path: string }) {
  return (
    <form action={signInByLink} className={controls.form}>
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="path" value={path} />
      <p>This link signs you in once.</p>
      <button type="submit" className={controls.primary}>
        Sign in
      </button>
    </form>
  );
}

function NewLink() {
  return (
    <p>
      Open the sign-in link that <code>npm start</code> printed. For a new one, run{' '}
      <code>npm run switchboard -- login-link --human EMAIL</code> on the server.
    </p>
  );
}

function EmailForm({ path }: { path: string }) {
  return (
    <form action={signInByEmail} className={controls.form}>
      <h2>Development sign-in</h2>
      <input type="hidden" name="path" value={path} />
      <div className={controls.field}>
        <label htmlFor="email">Email</label>
        <input id="email" name="email" type="email" required autoComplete="email" className={controls.input} />
        <p className={controls.hint}>Any address: this server runs with SWITCHBOARD_DEV_LOGIN on a loopback address.</p>
      </div>
      <div className={controls.row}>
        <button type="submit" className={controls.button}>
          Sign in with this email
        </button>
      </div>
    </form>
  );
}
