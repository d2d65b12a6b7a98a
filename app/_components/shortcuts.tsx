'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { PLACES } from '../_shortcuts';

const SECOND_KEY_WITHIN_MS = 1_500;

/** Single keys that lead somewhere; mounted only where they are switched on. */
export function Shortcuts() {
  const router = useRouter();

  useEffect(() => {
    let isAfterG = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const expectSecond = () => {
      isAfterG = true;
      clearTimeout(timer);
      timer = setTimeout(() => {
        isAfterG = false;
      }, SECOND_KEY_WITHIN_MS);
    };
    const press = (event: KeyboardEvent) => {
      if (!isForPage(event)) return;
      const wasAfterG = isAfterG;
      isAfterG = false;
      const place = wasAfterG ? PLACES.find(({ key }) => key === event.key) : undefined;
      if (place) router.push(place.href);
      else if (event.key === 'g') expectSecond();
      else if (event.key === '?') router.push('/settings#shortcuts');
      else if (event.key === '/') focusSearch(event);
    };
    document.addEventListener('keydown', press);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', press);
    };
  }, [router]);

  return null;
}

/** Not while somebody types, chooses, or stands in a dialog, and not with a modifier, which is the browser's. */
function isForPage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
  const isTyping =
    event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
  return !isTyping && !document.querySelector('dialog[open]');
}

function focusSearch(event: KeyboardEvent): void {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  if (!field) return;
  event.preventDefault();
  field.focus();
}
