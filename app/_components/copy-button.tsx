'use client';

import { useState } from 'react';
import styles from './copy-button.module.css';

/** Copies a text; also over plain http, where browsers keep the clipboard interface back. */
export function CopyButton({ text, label }: { text: string | (() => string); label: string }) {
  const [said, setSaid] = useState('');
  const copy = async () =>
    setSaid(
      (await copyText(typeof text === 'string' ? text : text())) ? 'Copied' : 'Copy it by hand: the browser refused',
    );
  return (
    <>
      <button type="button" onClick={copy} className={styles.copy}>
        {label}
      </button>
      <span role="status" className={styles.said}>
        {said}
      </span>
    </>
  );
}

/** Copies the full address of one of our pages, which the server cannot know. */
export function CopyLink({ path }: { path: string }) {
  return <CopyButton text={() => new URL(path, window.location.href).href} label="Copy link" />;
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** Inside an open modal dialog only its own content can take the focus, so the helper goes there. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  const before = document.activeElement;
  area.value = text;
  area.readOnly = true;
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return isCopied;
}
