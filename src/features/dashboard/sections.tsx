import type { ReactNode } from 'react';
import { commentaryForm } from '../../content/commentaries/commentary-form.ts';
import { friendForm } from '../../content/friends/friend-form.ts';
import { learningForm } from '../../content/learnings/learning-form.ts';
import { projectForm } from '../../content/projects/project-form.ts';
import { resourceForm } from '../../content/resources/resource-form.ts';
import { toolForm } from '../../content/tools/tool-form.ts';
import { ContentPanel } from './content-panel.tsx';
import { MusicPanel } from './music-panel.tsx';
import type { Edited } from './use-place.ts';

interface Section {
  readonly id: string;
  readonly label: string;
  readonly panel: (edited: Edited) => ReactNode;
}

/** ADMIN-2: the dashboard's six tabs, in this order; the first is the default. */
export const sections: readonly [Section, ...Section[]] = [
  {
    id: 'commentary',
    label: 'Commentaries',
    panel: (edited) => <ContentPanel form={commentaryForm} edited={edited} />,
  },
  {
    id: 'projects',
    label: 'Projects',
    panel: (edited) => <ContentPanel form={projectForm} edited={edited} />,
  },
  { id: 'music', label: 'Music', panel: (edited) => <MusicPanel edited={edited} /> },
  {
    id: 'resources',
    label: 'Resources',
    panel: (edited) => <ContentPanel form={resourceForm} edited={edited} />,
  },
  {
    id: 'ai-tools',
    label: 'AI Tools',
    // The people among the friends have no tab of their own (DIFF-7).
    panel: (edited) => (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
        <ContentPanel form={toolForm} edited={edited} />
        <div className="border-t border-hairline pt-8">
          <ContentPanel form={friendForm} edited={edited} />
        </div>
      </div>
    ),
  },
  {
    id: 'learnings',
    label: 'Learnings',
    panel: (edited) => <ContentPanel form={learningForm} edited={edited} />,
  },
];
