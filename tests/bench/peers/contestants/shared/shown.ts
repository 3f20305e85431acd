/** How many rows the page shows. */
export const SHOWN = 50;
