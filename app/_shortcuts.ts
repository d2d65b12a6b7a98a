export const SHORTCUTS_COOKIE = 'switchboard.shortcuts';

/** Whether single keys do something; they do unless switched off. */
export function areShortcutsOn(cookie: string | undefined): boolean {
  return cookie !== 'off';
}

/** Where `g` and a second key lead. */
export const PLACES = [
  { key: 'o', href: '/', name: 'Overview' },
  { key: 't', href: '/todos', name: 'Todos' },
  { key: 'e', href: '/endpoints', name: 'Endpoints' },
  { key: 'w', href: '/webhooks', name: 'Webhooks' },
  { key: 'a', href: '/activity', name: 'Activity' },
  { key: 's', href: '/settings', name: 'Settings' },
] as const;
