import { type Project, type ProjectStatus, statusWords } from './projects.ts';

/** The order of the roadmap's groups (ROADMAP-1). */
const roadmapOrder: readonly ProjectStatus[] = ['donezo', 'in-progress', 'idea', 'done'];

export interface ProjectGroup {
  readonly status: ProjectStatus;
  readonly title: string;
  readonly projects: readonly Project[];
}

/** The roadmap's groups without the empty ones; projects keep their order. */
export function groupProjects(projects: readonly Project[]): ProjectGroup[] {
  return roadmapOrder
    .map((status) => ({
      status,
      title: statusWords[status],
      projects: projects.filter((project) => project.status === status),
    }))
    .filter((group) => group.projects.length > 0);
}
