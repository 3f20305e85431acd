import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Also where it is built as for development, with NODE_ENV set to something else. */
const files =
  /[\\/](?:micromark-util-subtokenize[\\/](?:dev[\\/])?lib[\\/]splice-buffer|micromark[\\/](?:dev[\\/])?lib[\\/]preprocess)\.js$/;

const methodOf = (name: string) => new RegExp(`\\n {2}${name}\\([a-z]*\\) \\{[\\s\\S]*?\\n {2}\\}`);
const ofList = ['shift', 'pop', 'push', 'pushMany', 'unshift', 'unshiftMany'].map(methodOf);
const check = /\n {4}if \(index < 0 \|\|[\s\S]*?\n {4}\}/;
const decoding =
  /\(typeof value === 'string'\s*\?[^:]*:\s*new TextDecoder\([^)]*\)\.decode\(value\)\)/;

/**
 * Leaves out what Markdown's parser never asks of its own list, which no bundler can know of a class: six methods, and a check of
 * places that are always right. It reads strings, so it decodes no bytes. Code gets its colours for what is saved.
 */
export function withoutUnusedMethods(): Plugin {
  let found = 0;
  return {
    name: 'without-unused-methods',
    apply: 'build',
    load: {
      filter: { id: files },
      handler(id) {
        found += 1;
        const text = readFileSync(id, 'utf8');
        return id.endsWith('preprocess.js')
          ? less(text, decoding, 'value')
          : [...ofList, check].reduce((rest, part) => less(rest, part, ''), text);
      },
    },
    buildEnd(error) {
      if (error === undefined && found < 2)
        throw new Error('Markdown’s parser has its list elsewhere now.');
    },
  };
}

function less(text: string, part: RegExp, instead: string): string {
  if (!part.test(text)) throw new Error(`Markdown’s parser has ${part} elsewhere now.`);
  return text.replace(part, instead);
}
