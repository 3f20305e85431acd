import { useMemo } from 'react';
import { list, useContent } from '../../engine/index.ts';
import { addressesIn, itemPath } from '../addresses.ts';
import { type ProjectStatus, projects } from '../projects/projects.ts';

/** What is shown of a learning's project. */
export interface ProjectOf {
  readonly title: string;
  /** Null while projects are being read: the line is there already, so that nothing moves. */
  readonly to: string | null;
  readonly status: ProjectStatus | null;
}

const everyProject = list(projects);
const coming: ProjectOf = { title: '…', to: null, status: null };

/** Looks up the projects of learnings; undefined where there is none, or none on this device. Gives the same object each time. */
export function useProjectOf(): (learning: {
  readonly projectId: string | null;
}) => ProjectOf | undefined {
  const known = useContent(everyProject);
  return useMemo(() => {
    const all = known.state === 'ready' ? known.items : [];
    const addressOf = addressesIn(all);
    const found = new Map<string | null, ProjectOf>();
    for (const project of all) {
      const { id, title, status } = project;
      found.set(id, { title, to: itemPath('projects', addressOf(project)), status });
    }
    return ({ projectId }) =>
      known.state === 'loading' && projectId !== null ? coming : found.get(projectId);
  }, [known]);
}
