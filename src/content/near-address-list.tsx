import { useId } from 'react';
import { type Content, list, useContent } from '../engine/index.ts';
import { NEAR_SHOWN } from '../lib/limits.ts';
import { TextLink } from '../ui/text-link.tsx';
import { useLeadOn } from '../ui/use-lead-on.ts';
import { addressesIn, itemPath } from './addresses.ts';
import { type Learning, learnings } from './learnings/learnings.ts';
import { nearestTo } from './nearest.ts';
import { type Project, projects } from './projects/projects.ts';

const everyProject = list(projects);
const everyLearning = list(learnings);

/**
 * Projects and learnings on this device that the words of an address find. A path that was an item's on the site that it was
 * imported from leads to the item (ADDRESS-6).
 */
export function NearAddressList({ address }: { address: string }) {
  const id = useId();
  const candidates = [
    ...candidatesIn('learnings', useContent(everyLearning)),
    ...candidatesIn('projects', useContent(everyProject)),
  ];
  const path = decoded(address);
  const whole = path.replace(/(\/index\.html?)?\/*$/, '');
  const moved = candidates.find(({ slugs }) => whole.startsWith('/') && slugs.includes(whole));
  useLeadOn(moved?.to ?? null);
  const found = nearestTo(path, candidates, NEAR_SHOWN);
  if (found.length === 0) return null;
  return (
    <nav aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="text-h3">
        Perhaps you are looking for
      </h2>
      <ul className="grid gap-2">
        {found.map((item) => (
          <li key={item.id}>
            <TextLink to={item.to}>{item.title}</TextLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function candidatesIn<Item extends Project | Learning>(
  table: 'projects' | 'learnings',
  content: Content<Item>,
) {
  if (content.state !== 'ready') return [];
  const addressOf = addressesIn(content.items);
  return content.items.map((item) => ({
    id: item.id,
    title: item.title,
    tags: 'tags' in item ? item.tags : [],
    slugs: [item.slug, ...item.formerSlugs],
    to: itemPath(table, addressOf(item)),
  }));
}

/** An address that somebody has broken is taken as it is. */
function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
