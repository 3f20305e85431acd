import { type ReactNode, useMemo } from 'react';
import type { AnyForm, Values } from '../../content/form/form.ts';
import { columnsOf, textIn } from '../../content/form/values.ts';
import { LearningSheet } from '../../content/learnings/learning-sheet.tsx';
import { learnings } from '../../content/learnings/learnings.ts';
import { markdownHtml } from '../../content/markdown/markdown-html.ts';
import { plainWords } from '../../content/markdown/plain-words.ts';
import { learnSyntax } from '../../content/markdown/rare-syntax.ts';
import { tablesAndNotes } from '../../content/markdown/tables-and-notes.ts';
import { LinkedText } from '../../content/page-links/linked-text.tsx';
import { ProjectDetails } from '../../content/projects/project-details.tsx';
import { textRules } from '../../content/text-rules-of-kinds.ts';
import { EntryCard } from '../../ui/entry-card.tsx';

learnSyntax(tablesAndNotes);

/** What readers will see of an item's text, by the pieces that show it to them. */
export function TextPreview({ form, id, values }: { form: AnyForm; id: string; values: Values }) {
  const text = textIn(values, form.writes ?? '');
  const shown = useMemo(() => pieceFor(form, id, values, text), [form, id, values, text]);
  return (
    <div className="@container/column grid grid-cols-[minmax(0,1fr)] gap-4">
      {form.kind.table !== 'commentaries' && (
        <p className="font-display text-h1 font-extrabold wrap-anywhere">
          {textIn(values, form.kind.name)}
        </p>
      )}
      {shown}
    </div>
  );
}

function pieceFor(form: AnyForm, id: string, values: Values, text: string): ReactNode {
  switch (form.kind.table) {
    case 'learnings': {
      const columns = columnsOf(form, values, () => true, []);
      // Text and page keep their place beside each other.
      return <LearningSheet learning={learnings.toItem({ ...columns, id } as never)} isWhole />;
    }
    case 'projects':
      return <ProjectDetails details={text} of={id} />;
    case 'commentaries':
      return (
        <EntryCard title={textIn(values, 'title')} about={null}>
          <LinkedText html={markdownHtml(text, textRules.commentary)} of={id} isAmongOthers />
        </EntryCard>
      );
    case 'ai_tools':
      return <LinkedText html={markdownHtml(text, textRules.tool)} of={id} isAmongOthers />;
    default:
      return <p>{plainWords(text, textRules.resource)}</p>;
  }
}
