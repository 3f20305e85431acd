/** The contestant that the page is built with; see pages.ts. */
declare module '#contestant' {
  export const start: import('./contestant.ts').Start;
}
