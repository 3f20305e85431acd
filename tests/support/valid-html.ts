import { HtmlValidate, StaticConfigLoader } from 'html-validate';

const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    // What the HTML standard asks for, what a whole document needs, and what WCAG asks of markup; not matters of style.
    extends: ['html-validate:standard', 'html-validate:document', 'html-validate:a11y'],
    rules: {
      // ARIA lets lists have names ("Tags"), and screen readers say them; the stricter form wants regions only.
      'aria-label-misuse': ['error', { allowAnyNamable: true }],
      // Everything at the root of our own host; a hash would have to be known by pages that are older than the file.
      'require-sri': 'off',
      // Titles are people's own words.
      'long-title': 'off',
    },
  }),
);

/** What is wrong with a whole HTML document: a line each, with its place and the rule's name; none if it is valid. */
export async function htmlProblems(html: string): Promise<readonly string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, selector, line, column }) =>
        `${line}:${column} ${message} (${ruleId}, ${selector ?? ''})`,
    ),
  );
}
