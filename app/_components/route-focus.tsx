'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';

/**
 * After a navigation in the browser the new page's heading takes the focus, as a page load would start there. A drawer opening
 * or closing over the same page is no new page: the heading is the same node, and the drawer minds the focus itself.
 */
export function RouteFocus() {
  const path = usePathname();
  const seen = useRef<{ path: string; heading: HTMLHeadingElement | null }>(undefined);

  useEffect(() => {
    const before = seen.current;
    const heading = document.querySelector('h1');
    seen.current = { path, heading };
    const isNewPage = before !== undefined && before.path !== path && before.heading !== heading;
    if (isNewPage && !document.querySelector('dialog[open]')) heading?.focus();
  }, [path]);

  return null;
}
