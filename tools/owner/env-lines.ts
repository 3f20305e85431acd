/**
 * The text of a `.env` file with these settings in it. Every other line stays as it is.
 *
 * @param text what the file holds; empty if there is none
 */
export function withSettings(text: string, settings: Readonly<Record<string, string>>): string {
  const ending = text.includes('\r\n') ? '\r\n' : '\n';
  return Object.entries(settings).reduce((before, [name, value]) => {
    const line = `${name}=${value}`;
    // The last one wins where a name stands twice, so all are set.
    const already = new RegExp(`^[ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=.*?(?=\\r?$)`, 'gm');
    if (already.test(before)) return before.replace(already, () => line);
    const isWhole = before === '' || before.endsWith('\n');
    return `${before}${isWhole ? '' : ending}${line}${ending}`;
  }, text);
}
