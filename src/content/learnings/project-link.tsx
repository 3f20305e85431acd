import { TextLink } from '../../ui/text-link.tsx';
import type { ProjectOf } from './use-project-of.ts';

/** A learning's project among its facts. In a card it lies above the card's own link. */
export function ProjectLink({ project: { title, to } }: { project: ProjectOf }) {
  if (to === null) return <span data-loading="">{title}</span>;
  return (
    <span className="relative [&>a]:-my-1 [&>a]:inline-block [&>a]:py-1">
      <TextLink to={to}>{title}</TextLink>
    </span>
  );
}
