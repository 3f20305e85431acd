import type { Extension } from 'micromark-util-types';

/**
 * How Markdown's parser reads HTML. The parser has it of itself; a build takes it from the parser, as visitors need none, and puts it
 * here (tools/build/plugins/without-html-syntax.ts).
 */
export const htmlSyntax: Extension = {};
