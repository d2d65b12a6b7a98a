'use client';

import { useRouter } from 'next/navigation';
import { type ReactNode, useEffect, useRef } from 'react';
import controls from './controls.module.css';
import styles from './drawer.module.css';
import { keepTabInside } from './keep-tab-inside';

/** A region that scrolls takes the focus, so that the arrow keys can scroll it. */
const SCROLLS_BY_KEY = { tabIndex: 0 };

interface DrawerProps {
  readonly todoId: string;
  readonly titleId: string;
  readonly heading: ReactNode;
  readonly children: ReactNode;
}

/**
 * A modal dialog over the page that opened it. It is open as long as its URL is: Escape, Close, the backdrop and the browser's
 * Back all go back in history, and the focus returns to the todo's link in the list.
 */
export function Drawer({ todoId, titleId, heading, children }: DrawerProps) {
  const router = useRouter();
  const dialog = useRef<HTMLDialogElement>(null);
  const isLeaving = useRef(false);

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const leave = () => {
      if (isLeaving.current) return;
      isLeaving.current = true;
      router.back();
    };
    const stop = listenForLeaving(element, leave);
    isLeaving.current = false;
    element.showModal();
    document.getElementById(titleId)?.focus();
    return () => {
      stop();
      element.close();
      focusInList(todoId);
    };
  }, [router, todoId, titleId]);

  return (
    <dialog ref={dialog} aria-labelledby={titleId} className={styles.drawer}>
      <div className={styles.head}>
        {heading}
        <button type="button" data-close="" className={controls.button}>
          Close
        </button>
      </div>
      <section aria-label="Todo" {...SCROLLS_BY_KEY} className={styles.scroll}>
        {children}
      </section>
    </dialog>
  );
}

/** Every way out of the dialog but the browser's Back, which needs no help. */
function listenForLeaving(element: HTMLDialogElement, leave: () => void): () => void {
  const gone = new AbortController();
  const options = { signal: gone.signal };
  const cancel = (event: Event) => {
    event.preventDefault();
    leave();
  };
  const click = ({ target }: MouseEvent) => {
    const isClose = target instanceof Element && target.closest('[data-close]') !== null;
    if (target === element || isClose) leave();
  };
  element.addEventListener('cancel', cancel, options);
  // The event comes a task later: by then the dialog may have been opened anew.
  const close = () => {
    if (!element.open) leave();
  };
  element.addEventListener('close', close, options);
  element.addEventListener('click', click, options);
  element.addEventListener('keydown', (event) => keepTabInside(element, event), options);
  return () => gone.abort();
}

/** By the todo's id, not by the node: the list may have been rendered anew meanwhile. */
function focusInList(todoId: string): void {
  const link = document.querySelector<HTMLElement>(`[data-todo="${CSS.escape(todoId)}"]`);
  (link ?? document.querySelector('h1'))?.focus();
}
