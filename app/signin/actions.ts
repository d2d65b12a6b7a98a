'use server';

import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { signInWith } from '@/lib/auth/session-call';
import { isBoardOrigin } from '@/lib/auth/session-origin';
import type { FormProvider } from '@/lib/auth/session-providers';
import { returnPath } from '@/lib/auth/session-return';
import { getRuntime } from '@/lib/runtime';

/** Spends a one-time token. */
export async function signInByLink(form: FormData): Promise<void> {
  await signIn('link', { token: textOf(form, 'token') }, form);
}

/** Signs any email in, where the development login is on. */
export async function signInByEmail(form: FormData): Promise<void> {
  await signIn('dev', { email: textOf(form, 'email') }, form);
}

async function signIn(provider: FormProvider, credentials: Record<string, string>, form: FormData): Promise<never> {
  const runtime = getRuntime();
  runtime.frontDoor.noteAct();
  const { baseUrl } = runtime.config;
  const path = returnPath(textOf(form, 'path'), baseUrl);
  const isOurs = isBoardOrigin((await headers()).get('origin'), baseUrl);
  if (isOurs && (await signInWith(runtime, provider, credentials))) redirect(path);
  redirect(`/signin?${new URLSearchParams({ error: provider === 'link' ? 'link' : 'email', callbackUrl: path })}`);
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
