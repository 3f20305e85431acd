/** As much of a text as stands in one line or two of a card. */
const AT_MOST = 80;
/** How much of what two texts have in common is shown before the place where they part. */
const LEAD = 16;

/** The text without its line breaks, from `start` on, cut to a short length. */
export function excerpt(text: string, start = 0): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  const from = flat.length <= AT_MOST ? 0 : Math.min(start, flat.length - AT_MOST);
  const cut = flat.slice(from, from + AT_MOST);
  return `${from > 0 ? '…' : ''}${cut}${from + AT_MOST < flat.length ? '…' : ''}`;
}

/** Two versions of a text, from shortly before the place where they part: there the change is to be seen. */
export function excerptsOfChange(before: string, after: string): [string, string] {
  const [old, now] = [before, after].map((text) => text.replace(/\s+/g, ' ').trim());
  if (old === undefined || now === undefined) return [before, after];
  let same = 0;
  while (same < old.length && same < now.length && old[same] === now[same]) same += 1;
  const start = Math.max(0, same - LEAD);
  return [excerpt(old, start), excerpt(now, start)];
}
