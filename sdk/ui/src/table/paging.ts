/** What a table offers as rows a page. */
export const rowsPerPage = [10, 20, 50, 75, 100] as const;
/** Rows a page until the user chooses. */
export const rowsPerPageDefault = 20;
/** Rows a page where the choice is hidden. */
export const rowsPerPageFixed = 15;
