'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';

interface NavLinkProps {
  readonly href: string;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** A link of the main navigation, which knows whether one is on its page or below it. */
export function NavLink({ href, className, children }: NavLinkProps) {
  const path = usePathname();
  const isCurrent = path === href || (href !== '/' && path.startsWith(`${href}/`));
  return (
    <Link href={href} prefetch={false} className={className} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </Link>
  );
}
