'use client';

import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import styles from './select-todos.module.css';

interface SelectTodoProps {
  readonly form: string;
  readonly id: string;
  readonly attemptsSeen: number;
  readonly title: string;
}

/** Ticks one row for the bulk acts, bound to the attempts that the row showed when it was ticked. */
export function SelectTodo({ form, id, attemptsSeen, title }: SelectTodoProps) {
  return (
    <label className={styles.target}>
      <input
        type="checkbox"
        form={form}
        name="todo"
        value={`${id} ${attemptsSeen}`}
        aria-label={`Select ${title}`}
        className={styles.box}
      />
    </label>
  );
}

/** Ticks every row of the page; without script there is none. */
export function SelectAll({ form }: { form: string }) {
  const isScripted = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  const count = useTicked(form);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!box.current) return;
    box.current.checked = count.ticked > 0 && count.ticked === count.all;
    box.current.indeterminate = count.ticked > 0 && count.ticked < count.all;
  }, [count]);
  if (!isScripted) return null;
  const toggle = () => {
    const isOn = box.current?.checked === true;
    for (const input of boxesOf(form)) input.checked = isOn;
    document.getElementById(form)?.dispatchEvent(new Event('change', { bubbles: true }));
  };
  return (
    <label className={styles.target}>
      <input ref={box} type="checkbox" onChange={toggle} aria-label="Select all on this page" className={styles.box} />
    </label>
  );
}

/** How many of a form's rows are ticked, and how many there are. */
export function useTicked(form: string): { ticked: number; all: number } {
  const [count, setCount] = useState({ ticked: 0, all: 0 });
  useEffect(() => {
    const look = () => {
      const boxes = boxesOf(form);
      setCount({ ticked: boxes.filter((box) => box.checked).length, all: boxes.length });
    };
    const later = () => setTimeout(look);
    look();
    document.addEventListener('change', look);
    document.addEventListener('reset', later);
    return () => {
      document.removeEventListener('change', look);
      document.removeEventListener('reset', later);
    };
  }, [form]);
  return count;
}

function boxesOf(form: string): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>(`input[name=todo][form="${form}"]`)];
}
