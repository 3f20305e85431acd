import { isInvisible } from '../../lib/invisible.ts';
import { webAddress } from '../../lib/web-address.ts';

/**
 * The links of a profile, of which each line has one: a name and an address, `GitHub https://github.com/me`. A line without an
 * address of the web is none.
 */
export function profileLinks(
  lines: string,
): readonly { readonly label: string; readonly href: string }[] {
  return lines.split('\n').flatMap((line) => {
    const [, label = '', address = ''] = /^(.*?)\s*(\S+)$/.exec(line.trim()) ?? [];
    const href = webAddress(address);
    return href === null
      ? []
      : [{ label: isInvisible(label) ? address.replace(/^https?:\/\//, '') : label, href }];
  });
}
