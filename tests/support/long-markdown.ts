/** A text of many words and blocks of code, with what real ones have: headings, lists, links, references and footnotes. */
export function longMarkdown(words: number, fences: number): string {
  const said =
    'the recall of **one** chunk depends on its size and where it was cut, see [docs](https://example.com/a) or `topK`'.split(
      ' ',
    );
  const code = Array.from(
    { length: 10 },
    (_, n) => `export const value${n}: number = compute(${n}, 'text'); // why`,
  );
  const each = Math.ceil(words / fences);
  const blocks: string[] = ['First words, with [a reference][end] and a note[^end].'];
  for (let fence = 0; fence < fences; fence += 1) {
    blocks.push(`## Part ${fence + 1}`);
    for (let left = each; left > 0; left -= 60) {
      blocks.push(
        Array.from({ length: Math.min(left, 60) }, (_, n) => said[n % said.length]).join(' '),
      );
    }
    if (fence % 5 === 0) blocks.push('- one item\n- another *item*\n- and a third');
    blocks.push(['```ts', ...code, '```'].join('\n'));
  }
  blocks.push('Last words.', '[end]: https://example.com/end', '[^end]: The last note.');
  return `${blocks.join('\n\n')}\n`;
}
