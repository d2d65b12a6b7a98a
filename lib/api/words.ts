/** What is said of a todo that is absent and of one that is another human's: the same. */
export const NO_SUCH_TODO = 'there is no such todo';

export const NOT_HELD = 'nobody holds the todo, or another attempt than this one is open: read it again';
