import { shortened } from '../../lib/shortened.ts';
import { plainWords } from '../markdown/plain-words.ts';
import { isTangled } from '../markdown/tangled.ts';
import { firstParagraphOf } from './note-parts.ts';

/** What a search engine shows of a description, and a card. */
const LENGTH = 200;

/** The description of a text that has none: its first paragraph, in words, cut after one of them. */
export function firstDescription(content: string | null): string {
  if (content === null || isTangled(content)) return '';
  const words = plainWords(firstParagraphOf(content)).replace(/\s+/g, ' ').trim();
  return shortened(words, LENGTH);
}
