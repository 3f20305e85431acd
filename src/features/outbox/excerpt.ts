/** Shortens texts to one or two lines of a card. */
const AT_MOST = 80;
/** How much common text is shown before the first difference. */
const LEAD = 16;

/** The text from `start` on, without line breaks, cut to a short length. */
export function excerpt(text: string, start = 0): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  const from = flat.length <= AT_MOST ? 0 : Math.min(start, flat.length - AT_MOST);
  const cut = flat.slice(from, from + AT_MOST);
  return `${from > 0 ? '…' : ''}${cut}${from + AT_MOST < flat.length ? '…' : ''}`;
}

/** Two versions of a text, each from shortly before their first difference, so that the change is visible. */
export function excerptsOfChange(before: string, after: string): [string, string] {
  const [old, now] = [before, after].map((text) => text.replace(/\s+/g, ' ').trim());
  if (old === undefined || now === undefined) return [before, after];
  let same = 0;
  while (same < old.length && same < now.length && old[same] === now[same]) same += 1;
  const start = Math.max(0, same - LEAD);
  return [excerpt(old, start), excerpt(now, start)];
}
