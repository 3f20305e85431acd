import { processorTime } from './processor-time.ts';

/** Pieces of Markdown and HTML that a reader of it must bear, however often they are repeated. */
export const pieces = [
  ...['<', '[', '*', '`', '>', '_', '~', '![', '[](', '[^a]', '**a *b', '[a]: x\n', '- ', '|-'],
  '<p> ',
];

const LENGTH = 200_000;

/** @param piece repeated, it makes 200 kB. @returns the processor's time in µs */
export function timeToRead(piece: string, read: (text: string) => void): number {
  const text = piece.repeat(LENGTH / piece.length);
  return processorTime(() => read(text));
}
