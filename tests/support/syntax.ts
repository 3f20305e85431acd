import { parseAst } from 'vite';

/** A place in a file of code, as the parser tells it. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [part: string]: unknown;
}

/** Whether a part of a node is a node. */
export const isSyntaxNode = (value: unknown): value is SyntaxNode =>
  typeof Object(value).type === 'string' && typeof Object(value).start === 'number';

/** The nodes of which a node is made. */
export const partsOf = (node: SyntaxNode) => Object.values(node).flat().filter(isSyntaxNode);

/** A node and all within it. */
export function nodesIn(node: SyntaxNode): SyntaxNode[] {
  return [node, ...partsOf(node).flatMap(nodesIn)];
}

/** A file's code as nodes. @param lang by the file's name: in a file with JSX, `<` may begin an element */
export const parsed = (code: string, lang: 'ts' | 'tsx') =>
  parseAst(code, { lang }) as unknown as SyntaxNode;
