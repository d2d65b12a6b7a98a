/** What one check of the doctor's found. */
export interface Finding {
  readonly check: string;
  /** `note` tells of something that may be meant so; `skipped` could not be looked at for another finding's sake. */
  readonly status: 'ok' | 'wrong' | 'note' | 'skipped';
  readonly found: string;
  /** What to do about it. */
  readonly remedy: string | null;
}

export const ok = (check: string, found: string): Finding => ({ check, status: 'ok', found, remedy: null });

export const skipped = (check: string, found: string): Finding => ({ check, status: 'skipped', found, remedy: null });

export const wrong = (check: string, found: string, remedy: string): Finding => ({
  check,
  status: 'wrong',
  found,
  remedy,
});

export const note = (check: string, found: string, remedy: string): Finding => ({
  check,
  status: 'note',
  found,
  remedy,
});
