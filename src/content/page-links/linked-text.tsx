import { PAGE_LINK } from '../../lib/page-link.ts';
import { MarkedText } from '../../ui/marked-text.tsx';
import { partLater } from '../../ui/part-later.tsx';

const TextWithNames = partLater(async () => (await import('./text-with-names.tsx')).TextWithNames);

/**
 * A Markdown text as prose, in which links by name lead to their pages. Only a text that has some loads what they need, and
 * shows their words until then.
 *
 * @param props.html of `markdownHtml`
 * @param props.of the id of the item whose text it is
 * @param props.isAmongOthers as in ui/fit-markdown.ts
 */
export function LinkedText(props: { html: string; of: string; isAmongOthers?: boolean }) {
  const plain = <MarkedText {...props} />;
  const hasNames = props.html.includes(`<a href="${PAGE_LINK}`);
  return hasNames ? <TextWithNames {...props} instead={plain} /> : plain;
}
