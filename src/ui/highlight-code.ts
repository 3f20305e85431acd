import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import graphql from 'highlight.js/lib/languages/graphql';
import http from 'highlight.js/lib/languages/http';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import latex from 'highlight.js/lib/languages/latex';
import makefile from 'highlight.js/lib/languages/makefile';
import markdown from 'highlight.js/lib/languages/markdown';
import nginx from 'highlight.js/lib/languages/nginx';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import pythonRepl from 'highlight.js/lib/languages/python-repl';
import r from 'highlight.js/lib/languages/r';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import shell from 'highlight.js/lib/languages/shell';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { inSlices } from '../lib/in-slices.ts';
import { HIGHLIGHTED_LENGTH, HIGHLIGHTED_LINE } from '../lib/limits.ts';
import { nextFrame } from '../lib/next-frame.ts';

/**
 * LEARNING-2: code in colours. The build does it for the pages that it makes (tools/build/pages), the app for the others, once
 * their words are shown (use-highlighted-code.ts).
 *
 * highlight.js finds out what the pieces of a code are. Of its answer only the lengths of the pieces and their sorts are used:
 * the text is cut out of the code itself, so it stays what it was, to the byte, and nothing of it is ever read as HTML.
 */
const languages = {
  ...{ bash, c, cpp, csharp, css, diff, dockerfile, go, graphql, http, ini, java, javascript },
  ...{ json, kotlin, latex, makefile, markdown, nginx, php, python, 'python-repl': pythonRepl },
  ...{ r, ruby, rust, shell, sql, swift, typescript, xml, yaml },
};

const unknown = Object.entries(languages);

/** One language more is known. Together they take a slow phone 80 ms. @returns whether there was one */
function learnNext(): boolean {
  const [name, language] = unknown.pop() ?? [];
  if (name === undefined || language === undefined) return false;
  // The body of a message in HTTP would be tried in all of them, one after another.
  const unguessed: typeof language = (api) => ({ ...language(api), disableAutodetect: true });
  highlighter.registerLanguage(name, unguessed);
  return true;
}

/** The sorts of code that have a colour (styles.css), and what highlight.js calls them. All others look like what they are in. */
export const codeSorts = {
  keyword: 'keyword selector-tag template-tag doctag',
  string: 'string regexp char code link formula',
  number: 'number literal symbol bullet',
  comment: 'comment quote',
  title: 'title section name selector-id selector-class',
  attr: 'attr attribute property type built_in variable template-variable selector-attr selector-pseudo',
  meta: 'meta',
  addition: 'addition',
  deletion: 'deletion',
} as const;

const sortOf = new Map(
  Object.entries(codeSorts).flatMap(([sort, names]) =>
    names.split(' ').map((name) => [name, sort]),
  ),
);

/** Code within a string, and a language within another. */
const isCodeAgain = /^(hljs-subst|language-)/;

interface CodePiece {
  readonly text: string;
  /** One of `codeSorts`, or empty. */
  readonly sort: string;
}

/** The pieces of a code, in order: put together they are the code. */
export function piecesOf(code: string, language: string): readonly CodePiece[] {
  // Any of them may have others within it.
  while (learnNext());
  const { value } = highlighter.highlight(code, { language, ignoreIllegals: true });
  const pieces: { text: string; sort: string }[] = [];
  const within = [''];
  let at = 0;
  for (const part of value.split(/(<[^>]*>)/)) {
    const sort = within.at(-1) ?? '';
    const [, name] = /^<span class="([^" ]+)/.exec(part) ?? [];
    if (name !== undefined)
      within.push(isCodeAgain.test(name) ? '' : (sortOf.get(name.slice('hljs-'.length)) ?? sort));
    else if (part.startsWith('<')) within.pop();
    else {
      // An escaped character is one in the code.
      const { length } = part.replace(/&[^;]+;/g, '&');
      const text = code.slice(at, at + length);
      at += length;
      const last = pieces.at(-1);
      if (last?.sort === sort) last.text += text;
      else if (text !== '') pieces.push({ text, sort });
    }
  }
  return at < code.length ? [...pieces, { text: code.slice(at), sort: '' }] : pieces;
}

/** Highlights the code in an element that holds nothing else. Endless code stays plain: it would be one long task. */
export function highlightCode(element: Element, language: string): void {
  const code = element.textContent ?? '';
  if (code.length > HIGHLIGHTED_LENGTH) return;
  if (code.split('\n').some(({ length }) => length > HIGHLIGHTED_LINE)) return;
  const nodes = piecesOf(code, language).map(({ text, sort }) => {
    if (sort === '') return text;
    const span = document.createElement('span');
    span.setAttribute('data-token', sort);
    span.textContent = text;
    return span;
  });
  element.replaceChildren(...nodes);
}

/**
 * Highlights the code of a text that is on the screen, a few milliseconds at a time. It stops when the text has gone.
 *
 * @param frames with `data-code`, in languages that are known (highlight-known.ts)
 */
export async function highlightFrames(frames: readonly HTMLElement[]): Promise<void> {
  // The browser takes longer to lay the colours out than it took to find them: two slices in one frame would be one long task.
  await inSlices(highlightInSteps(frames), () => false, nextFrame);
}

function* highlightInSteps(frames: readonly HTMLElement[]) {
  while (learnNext()) yield;
  for (const frame of frames) {
    const code = frame.querySelector('code');
    if (!frame.isConnected || code === null) return;
    highlightCode(code, frame.dataset.code ?? '');
    yield;
  }
}
