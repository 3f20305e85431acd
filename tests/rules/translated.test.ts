import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as inWords from '../../src/lib/in-words.ts';
import { isSyntaxNode, nodesIn, parsed, partsOf, type SyntaxNode } from '../support/syntax.ts';

/**
 * A browser that translates a page takes each text out of it and puts another in an element of its own. React then does not find
 * the text where it wants to remove it, or to put an element before it, and the whole page fails. So a text beside which
 * something comes and goes, or which comes and goes itself, stands in an element.
 */

/** What an expression may put between its neighbours: a text, an element, nothing. */
function outcomes(node: SyntaxNode): Set<'text' | 'element' | 'nothing'> {
  const { left, right, consequent, alternate, expression, value } = node as Record<
    string,
    SyntaxNode
  >;
  switch (node.type) {
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
      return outcomes(expression!);
    case 'JSXElement':
    case 'JSXFragment':
      return new Set(['element']);
    case 'JSXText':
      return new Set([/\S/.test(String(value)) || !/\n/.test(String(value)) ? 'text' : 'nothing']);
    case 'TemplateLiteral':
      return new Set(['text']);
    case 'Literal':
      return new Set([typeof value === 'string' && value !== '' ? 'text' : 'nothing']);
    case 'LogicalExpression':
      return node.operator === '&&'
        ? new Set(['nothing', ...outcomes(right!)])
        : new Set([...outcomes(left!), ...outcomes(right!)]);
    case 'ConditionalExpression':
      return new Set([...outcomes(consequent!), ...outcomes(alternate!)]);
    case 'CallExpression': {
      // A list: as many of what it makes as there are.
      const made = (node.arguments as SyntaxNode[]).filter(
        ({ type }) => type === 'ArrowFunctionExpression',
      );
      if (made.length > 0) return new Set(['nothing', ...made.flatMap((it) => [...madeBy(it)])]);
      const { name } = node.callee as unknown as { name?: string };
      return new Set(name !== undefined && name in inWords ? ['text'] : []);
    }
    case 'MemberExpression':
      return new Set(['text']);
    default:
      // A variable may be anything.
      return new Set();
  }
}

/** What a function returns. */
function madeBy({ body }: SyntaxNode): Set<'text' | 'element' | 'nothing'> {
  const made = body as SyntaxNode;
  if (made.type !== 'BlockStatement') return outcomes(made);
  const returned = partsOf(made).filter(({ type }) => type === 'ReturnStatement');
  return new Set(
    returned.flatMap(({ argument }) => (isSyntaxNode(argument) ? [...outcomes(argument)] : [])),
  );
}

/** The places of a file where a text would be missed. */
function faults(code: string): string[] {
  return nodesIn(parsed(code, 'tsx'))
    .filter(({ type }) => type === 'JSXElement' || type === 'JSXFragment')
    .flatMap((parent) => {
      const children = (parent.children as SyntaxNode[])
        .map((child) => ({ child, may: outcomes(child) }))
        .filter(({ child, may }) => child.type !== 'JSXText' || may.has('text'));
      return children.flatMap(({ child, may }, place) => {
        const isAlone = children.length === 1;
        const comesAndGoes = may.has('nothing') || may.has('element');
        const textBehind = children.slice(place + 1).some((it) => it.may.has('text'));
        const isMissed = may.has('text')
          ? comesAndGoes && !isAlone
          : may.has('nothing') && textBehind;
        return isMissed ? [code.slice(child.start, child.end)] : [];
      });
    });
}

it('no bare text comes and goes, or has something before it that does', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.tsx'),
  );
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((name) =>
    faults(readFileSync(`src/${name}`, 'utf8')).map((what) => `${name}: ${what}`),
  );
  expect(found).toEqual([]);
});

it.each([
  ["<p>All of it.{unsent > 0 && ' Not this.'}</p>", true],
  ["<p>All of it.{unsent > 0 ? ' Not this.' : ''}</p>", true],
  ['<p>{isNew && <b>New</b>} in Learnings</p>', true],
  ['<p>{project ? project.name : <i>Loading</i>}<b>!</b></p>', true],
  ['<p>{names.map((name) => <b>{name}</b>)} and more</p>', true],
  ["<p>{parts.map((part) => (part.found ? <mark>{part}</mark> : ' or '))} {more}</p>", true],
  ['<p>All of it.{unsent > 0 && <span> Not this.</span>}</p>', false],
  ["<p>{isNew ? 'New' : 'Old'} in Learnings</p>", false],
  ["<p>{isNew && 'New'}</p>", false],
  ['<p>{isNew && <b>New</b>}<span> in Learnings</span></p>', false],
])('tells whether a text would be missed: %s', (jsx, isMissed) => {
  expect(faults(`const page = ${jsx};`).length > 0).toBe(isMissed);
});
