/**
 * A page's title out of text that others wrote. Browsers show titles, tabs and bookmarks without markup that could isolate
 * it, so a control that would turn what follows around is shown as a replacement character.
 */
export function pageTitle(text: string): string {
  return text.replace(/\p{Bidi_Control}/gu, '\uFFFD');
}
