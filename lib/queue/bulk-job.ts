/** What can be done to many todos at once. */
export const BULK_ACTS = ['retry', 'release'] as const;

export type BulkAct = (typeof BULK_ACTS)[number];

/** Most todos that can be named one by one; more are told by a filter. */
export const BULK_SELECTION_MAX = 500;
