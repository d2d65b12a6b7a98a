import type { ReactNode } from 'react';

/** The list or a todo's page, and over the list the drawer. */
export default function TodosLayout({ children, drawer }: { children: ReactNode; drawer: ReactNode }) {
  return (
    <>
      {children}
      {drawer}
    </>
  );
}
