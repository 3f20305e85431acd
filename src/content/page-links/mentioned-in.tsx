import { useMemo } from 'react';
import { Section } from '../../ui/section.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { mentionsOf } from './item-pages.ts';
import { useItemPages } from './use-item-pages.ts';

/** The items whose texts link to this one by name; nothing where there are none. */
export function MentionedIn({ id }: { id: string }) {
  const pages = useItemPages();
  const mentions = useMemo(() => (pages === null ? [] : mentionsOf(id, pages)), [id, pages]);
  if (mentions.length === 0) return null;
  return (
    <Section title="Mentioned in">
      <ul className="grid gap-1">
        {mentions.map((page) => (
          <li key={page.id} className="flex min-h-11 items-center">
            <TextLink to={page.address()}>{page.title}</TextLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}
