import { useMemo } from 'react';
import { PAGE_LINK } from '../../lib/page-link.ts';
import { MarkedText } from '../../ui/marked-text.tsx';
import { pagesByName } from './item-pages.ts';
import { useItemPages } from './use-item-pages.ts';

/**
 * A Markdown text as prose, in which links by name lead to their pages. Only a text that has some asks the device for all items,
 * and until they are known it shows their words.
 *
 * @param props.html of `markdownHtml`
 * @param props.of the id of the item whose text it is
 */
export function LinkedText(props: { html: string; of: string }) {
  const hasNames = props.html.includes(`<a href="${PAGE_LINK}`);
  return hasNames ? <TextWithNames {...props} /> : <MarkedText {...props} />;
}

function TextWithNames({ html, of }: { html: string; of: string }) {
  const pages = useItemPages();
  const pageNamed = useMemo(() => {
    const named = pagesByName(pages ?? []);
    return (name: string) => named(name)?.address() ?? null;
  }, [pages]);
  return <MarkedText html={html} of={of} pageNamed={pageNamed} />;
}
