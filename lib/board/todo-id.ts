/** Whether a text can be a todo's id at all; a statement is never asked for one that a database would choke on. */
export function isTodoId(text: string): boolean {
  return /^[\w-]{1,100}$/.test(text);
}
