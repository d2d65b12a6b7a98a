/** The id of the list's bulk form, which its rows' boxes belong to. */
export const BULK_FORM = 'bulk';
