import type { ReactNode } from 'react';
import type { AnyForm } from '../../content/form/form.ts';
import { dashboardTabs } from '../../content/forms.ts';
import { learningForm } from '../../content/learnings/learning-form.ts';
import { trackForm } from '../../content/tracks/track-form.ts';
import { ContentPanel } from './content-panel.tsx';
import { LearningsPanel } from './learnings-panel.tsx';
import { MusicPanel } from './music-panel.tsx';
import type { Edited } from './use-place.ts';

interface Section {
  readonly id: string;
  readonly label: string;
  readonly panel: (edited: Edited) => ReactNode;
}

/** ADMIN-2: the dashboard's tabs; the first is the default. */
export const sections: readonly Section[] = dashboardTabs().map(({ id, label, forms }) => ({
  id,
  label,
  panel: (edited) =>
    forms.length === 1 ? (
      forms.map((form) => <Panel key={form.kind.table} form={form} edited={edited} />)
    ) : (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
        {forms.map((form, place) => (
          <div
            key={form.kind.table}
            className={
              place === 0 ? 'grid grid-cols-[minmax(0,1fr)]' : 'border-t border-hairline pt-8'
            }
          >
            <Panel form={form} edited={edited} />
          </div>
        ))}
      </div>
    ),
}));

/** Adds what is special to one kind. */
function Panel({ form, edited }: { form: AnyForm; edited: Edited }) {
  if (form === trackForm) return <MusicPanel edited={edited} />;
  if (form === learningForm) return <LearningsPanel edited={edited} />;
  return <ContentPanel form={form} edited={edited} />;
}
