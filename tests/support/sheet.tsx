import { screen } from '@testing-library/react';
import { learningRow } from './rows.ts';
import { show, synced } from './site.tsx';

/**
 * Opens a learning's sheet with a text.
 *
 * @param words of the text: it is there when these are
 * @returns the HTML of its text, each time that it is another; it is empty while the text is still to come
 */
export async function shownOnSheet(content: string, words: RegExp): Promise<string[]> {
  // Imported here, so that a test can begin with modules that know nothing yet.
  const { LearningSheet } = await import('../../src/content/learnings/learning-sheet.tsx');
  const { learnings } = await import('../../src/content/learnings/learnings.ts');
  const shown: string[] = [];
  const contents = (html: string) => {
    if (html !== shown.at(-1)) shown.push(html);
    return null;
  };
  const learning = learnings.toItem(learningRow({ content }) as never);
  show(<LearningSheet learning={learning} contents={contents} />, synced({}));
  await screen.findByText(words);
  return shown;
}
