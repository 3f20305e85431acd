import { type Project, type ProjectStatus, statusWords } from './projects.ts';

/** The order of the roadmap's groups (ROADMAP-1). */
export const roadmapOrder: readonly ProjectStatus[] = ['donezo', 'in-progress', 'idea', 'done'];

/** That of the list of projects (DIFF-16): what is being worked on comes first. */
export const listOrder: readonly ProjectStatus[] = ['in-progress', 'donezo', 'idea', 'done'];

export interface ProjectGroup {
  readonly status: ProjectStatus;
  readonly title: string;
  readonly projects: readonly Project[];
}

/** The groups in the given order, without the empty ones; projects keep their order. */
export function groupProjects(
  projects: readonly Project[],
  order: readonly ProjectStatus[],
): ProjectGroup[] {
  return order
    .map((status) => ({
      status,
      title: statusWords[status],
      projects: projects.filter((project) => project.status === status),
    }))
    .filter((group) => group.projects.length > 0);
}
