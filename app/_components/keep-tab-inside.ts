const STOPS =
  'a[href], button:not(:disabled), input:not(:disabled, [type=hidden]), select, textarea, summary, [tabindex="0"]';

/** Makes Tab and Shift+Tab go round inside an element, where the browser would leave it for its own controls. */
export function keepTabInside(element: HTMLElement, event: KeyboardEvent): void {
  if (event.key !== 'Tab') return;
  const stops = [...element.querySelectorAll<HTMLElement>(STOPS)].filter((stop) => stop.checkVisibility());
  const [first, last] = [stops[0], stops.at(-1)];
  const active = document.activeElement;
  const isAtStart = active === first || !stops.some((stop) => stop === active);
  const next = event.shiftKey ? isAtStart && last : active === last && first;
  if (!next) return;
  event.preventDefault();
  next.focus();
}
