import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { confirmWords, doneWords, failedWords } from '../../src/content/form/form.ts';
import { dashboardTabs } from '../../src/content/forms.ts';

/** The site says every text in “double quotes” in docs/requirements.md, letter by letter. */

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll('’', "'");
const requirements = oneLine(readFileSync('docs/requirements.md', 'utf8'));
const exact = [...requirements.matchAll(/“([^”]+)”/g)].map(([, words]) => words ?? '');

const source = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => readFileSync(join('src', file), 'utf8'));
const forms = dashboardTabs().flatMap((tab) => tab.forms);
/** The texts that the dashboard makes of a form's words for its kind. */
const made = forms.flatMap((form) => [
  `Add ${form.button}`,
  `Update ${form.button}`,
  `No ${form.many} added yet.`,
  confirmWords(form),
  ...(['add', 'update', 'delete'] as const).flatMap((deed) => [
    doneWords(form, deed),
    failedWords(form, deed, '{reason}'),
  ]),
]);
const said = oneLine([...source, ...made].join('\n'));

it.each(exact)('the site says “%s”', (words) => {
  const fixed = words.split(/\{[^}]+\}|\bN\b/).map((part) => part.trim());
  expect(fixed.filter((part) => !said.includes(part))).toEqual([]);
});
