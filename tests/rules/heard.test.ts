import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { nodesIn, parsed, type SyntaxNode } from '../support/syntax.ts';

/**
 * React runs `useEffect` some time after the page is on the screen. What a person does in between would go unheard: a key
 * would save nothing, Enter would send half a sentence, a dropped picture would replace the page. So what hears people is there
 * with what they see, by `useLayoutEffect`.
 */

const ofPeople =
  /^'(key(down|up)|(before)?input|(aux)?click|wheel|pointer\w+|touch\w+|mouse\w+|focus(in|out)?|paste|copy|cut|drag\w*|drop|submit|popstate)'$/;

/** What is heard too late, in a file. */
function faults(code: string, lang: 'ts' | 'tsx'): string[] {
  const textOf = ({ start, end }: SyntaxNode) => code.slice(start, end);
  const calls = (within: SyntaxNode) =>
    nodesIn(within).filter((it) => it.type === 'CallExpression');
  return calls(parsed(code, lang))
    .filter((call) => textOf(call.callee as SyntaxNode) === 'useEffect')
    .flatMap((effect) => calls(effect))
    .filter((call) => /\b(addEventListener|listen)$/.test(textOf(call.callee as SyntaxNode)))
    .map((call) => textOf((call.arguments as SyntaxNode[])[0]!))
    .filter((type) => ofPeople.test(type));
}

/** It looks again, whenever a window is entered: what was missed is seen at the next time. */
const looksAgain = ["engine/react/use-draft.ts: 'focus'"];

it('what people do is heard as soon as they can do it', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const found = files.flatMap((name) =>
    faults(readFileSync(`src/${name}`, 'utf8'), name.endsWith('x') ? 'tsx' : 'ts').map(
      (type) => `${name}: ${type}`,
    ),
  );
  expect(found).toEqual(looksAgain);
});

it.each([
  ["useEffect(() => document.addEventListener('keydown', save))", true],
  ["useEffect(() => { const listen = on(box); listen('paste', take); })", true],
  ["useLayoutEffect(() => document.addEventListener('keydown', save))", false],
  ["useEffect(() => window.addEventListener('online', again))", false],
])('tells what is heard too late: %s', (code, isLate) => {
  expect(faults(code, 'ts').length > 0).toBe(isLate);
});
