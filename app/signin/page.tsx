import type { Metadata } from 'next';
import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { isBoardOrigin } from '@/lib/auth/session-origin';
import { type RedirectProvider, redirectProviders } from '@/lib/auth/session-providers';
import { returnPath } from '@/lib/auth/session-return';
import { notedReturn } from '@/lib/auth/session-return-cookie';
import type { SearchParams } from '@/lib/board/ledger-query';
import type { Config } from '@/lib/config';
import { getRuntime } from '@/lib/runtime';
import controls from '../_components/controls.module.css';
import { SiteFooter } from '../_components/site-footer';
import { currentSession } from '../_session';
import { signInByEmail, signInByLink } from './actions';
import styles from './page.module.css';

export const metadata: Metadata = { title: 'Sign in' };

const UNCONFIRMED = 'The identity provider did not confirm who you are, or it took too long. Try again.';

const ERRORS: Readonly<Record<string, string>> = {
  link: 'This sign-in link is not good any more: it was used, or its 15 minutes are over. Ask for a new one.',
  email: 'Type an email address such as ada@example.com. A disabled human cannot sign in.',
  disabled: 'You are disabled on this Board. Ask whoever runs it.',
  OAuthSignin: 'The identity provider does not answer. Try again in a moment, or sign in another way.',
  OAuthCallback: UNCONFIRMED,
  Callback: UNCONFIRMED,
};

export default async function SignInPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { config } = getRuntime();
  const { token, callbackUrl, error } = await searchParams;
  // An identity provider's refusal comes back without the address that the human was after.
  const target = callbackUrl ?? (error === undefined ? undefined : notedReturn(config, await cookies()));
  const path = returnPath(target, config.baseUrl);
  if (token === undefined && (await currentSession())) redirect(path);
  const providers = redirectProviders(config);
  if (token === undefined && providers.length > 0) await goToPublicOrigin(config, path);
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
        {typeof token === 'string' && <LinkForm token={token} path={path} />}
        {providers.length > 0 && (
          <div className={styles.providers}>
            {providers.map(({ id, name }) => (
              <ProviderForm key={id} id={id} name={name} path={path} />
            ))}
          </div>
        )}
        {typeof token !== 'string' && <NewLink />}
        {config.devLogin && <EmailForm path={path} />}
      </main>
      <SiteFooter />
    </>
  );
}

/** A provider answers at the public origin alone; begun at another name of the loopback address, the sign-in would find no cookies there. */
async function goToPublicOrigin(config: Config, path: string): Promise<void> {
  const { protocol, host } = new URL(config.baseUrl);
  const given = (await headers()).get('host');
  if (given !== null && given !== host && isBoardOrigin(`${protocol}//${given}`, config.baseUrl))
    redirect(`${config.baseUrl}/signin?${new URLSearchParams({ callbackUrl: path })}`);
}

/** A button and not a redirect: a mail scanner that follows the link must not spend it. */
function LinkForm({ token, path }: { token: string; path: string }) {
  return (
    <form action={signInByLink} className={controls.form}>
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="path" value={path} />
      <p>This link signs you in once.</p>
      <div>
        <button type="submit" className={controls.primary}>
          Sign in
        </button>
      </div>
    </form>
  );
}

function ProviderForm({ id, name, path }: { id: RedirectProvider; name: string; path: string }) {
  return (
    <form method="post" action={`/signin/${id}`}>
      <input type="hidden" name="path" value={path} />
      <button type="submit" className={controls.primary}>
        Sign in with {name}
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
