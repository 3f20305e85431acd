import { nextTask } from '../lib/next-task.ts';

/**
 * The languages whose code is highlighted, by the names that people give them behind a fence; highlight-code.ts has all of them.
 * Code in any other language stays plain. Nobody guesses: a guess is often wrong.
 */
const languages =
  /^(sh|bash|zsh|shell|console|css|diff|patch|docker(file)?|go(lang)?|x?html|xml|svg|https?|ini|toml|java|(java|type)script|[cm]?[jt]s|[jt]sx|json[5c]?|kts?|kotlin|(la)?tex|markdown|md|nginx|php|py(thon|con)?|r|ruby|rb|rust|rs|sql|swift|ya?ml|graphql|gql|[ch]|[ch]pp|cc|c\+\+|csharp|cs|c#|make(file)?|mk)$/;

/** @param language in small letters, as `data-code` has it */
export function isHighlighted(language: string): boolean {
  return languages.test(language);
}

/**
 * Highlights the code of a text that is on the screen, and draws its formulas. What does it is loaded only for a language that it knows,
 * and where there is a formula: either weighs more than the parser of Markdown.
 *
 * @param frames the elements with `data-code` or `data-formula`
 */
export async function highlightKnown(frames: readonly HTMLElement[]): Promise<void> {
  const formulas = frames.filter(({ dataset }) => dataset.formula !== undefined);
  const known = frames.filter(({ dataset }) => isHighlighted(dataset.code ?? ''));
  if (formulas.length > 0) {
    await import('./render-formulas.ts').then(
      (part) => part.renderFormulas(formulas),
      () => {},
    );
  }
  if (known.length === 0) return;
  await import('./highlight-code.ts').then(
    // Reading the part has been a task.
    ({ highlightFrames }) => nextTask().then(() => highlightFrames(known)),
    () => {},
  );
}
