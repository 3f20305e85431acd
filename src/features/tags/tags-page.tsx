import { useMemo, useState } from 'react';
import { ForAdmins } from '../../content/for-admins.tsx';
import { formOf } from '../../content/forms.ts';
import {
  alikeGroups,
  type TagEverywhere,
  type TaggedRows,
  tagsEverywhere,
} from '../../content/retag.ts';
import { shortName } from '../../content/short-name.ts';
import { counted } from '../../lib/in-words.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { Section } from '../../ui/section.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { RenameTag } from './rename-tag.tsx';
import { useRetag } from './use-retag.ts';
import { useTaggedRows } from './use-tagged-rows.ts';

/** All tags of all kinds: how many items have each, and renaming and merging them. */
export function TagsPage() {
  return (
    <ForAdmins title="Tags">
      <Tags />
    </ForAdmins>
  );
}

function Tags() {
  const rows = useTaggedRows();
  if (rows === null) return <Spinner label="Loading tags..." labelShown />;
  return <TagsOf rows={rows} />;
}

function TagsOf({ rows }: { rows: readonly TaggedRows[] }) {
  const all = useMemo(() => tagsEverywhere(rows), [rows]);
  const groups = useMemo(() => alikeGroups(all), [all]);
  const { change, problem } = useRetag(rows);
  const [renamed, setRenamed] = useState<string | null>(null);
  if (all.length === 0) return <Note>Nothing has a tag yet.</Note>;
  return (
    <div className="grid max-w-[48rem] grid-cols-[minmax(0,1fr)] gap-10">
      {problem !== null && <Alert>{problem}</Alert>}
      {groups.length > 0 && (
        <Section title="Meant as one?">
          <ul className="divide-y divide-hairline border-y border-hairline">
            {groups.map(([first, ...others]) => (
              <li
                key={first?.tag}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
              >
                <p className="min-w-0 break-words">
                  {[first, ...others].map((it) => `${it?.tag} (${it?.uses})`).join(', ')}
                </p>
                <Button
                  look="bare"
                  className="-mx-3 max-w-full"
                  onClick={() => {
                    void change(
                      others.map(({ tag }) => tag),
                      first?.tag ?? '',
                    );
                    document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true });
                  }}
                >
                  <span className="truncate">Merge into {first?.tag}</span>
                </Button>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title="All tags">
        <ul className="divide-y divide-hairline border-y border-hairline">
          {all.map((one) => (
            <li key={one.tag.toLowerCase()} className="py-2">
              {renamed === one.tag ? (
                <RenameTag
                  one={one}
                  all={all}
                  onRename={async (to) => {
                    if (await change([one.tag], to)) setRenamed(null);
                  }}
                  onCancel={() => setRenamed(null)}
                />
              ) : (
                <Line one={one} onRename={() => setRenamed(one.tag)} />
              )}
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}

/** Below the tag: `3 learnings, 1 resource`, each with the way to the dashboard's list of them. */
function Line({ one, onRename }: { one: TagEverywhere; onRename: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div className="min-w-0 flex-1">
        <p className="font-semibold break-words">{one.tag}</p>
        <p className="text-small text-muted">
          {[...one.byTable].map(([table, count], place) => {
            const form = formOf(table);
            return (
              form && (
                <span key={table}>
                  {place > 0 && <span>, </span>}
                  <TextLink to={`/admin?tab=${form.tab.id}&tag=${encodeURIComponent(one.tag)}`}>
                    {counted(count, form.one, form.many)}
                  </TextLink>
                </span>
              )
            );
          })}
        </p>
      </div>
      <Button look="bare" className="-mx-3" data-tag={one.tag} onClick={onRename}>
        Rename<span className="sr-only"> {shortName(one.tag)}</span>
      </Button>
    </div>
  );
}
