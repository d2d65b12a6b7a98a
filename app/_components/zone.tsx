'use client';

import { createContext, type ReactNode, useContext } from 'react';

const Zone = createContext<string | undefined>(undefined);

/** Tells every time below it which zone to be written in; the server has it from a cookie, so nothing changes after the load. */
export function ZoneProvider({ zone, children }: { zone: string | undefined; children: ReactNode }) {
  return <Zone value={zone}>{children}</Zone>;
}

/** The chosen time zone; undefined is UTC. */
export function useZone(): string | undefined {
  return useContext(Zone);
}
