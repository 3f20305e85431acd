import { useState } from 'react';
import { LoadFailure } from '../../content/load-failure.tsx';
import { NoneMatch } from '../../content/none-match.tsx';
import { useReadable } from '../../content/page-links/use-readable.ts';
import { filterTools, joinTags, tagsOf, toolTags } from '../../content/tools/tool-filter.ts';
import { tools } from '../../content/tools/tools.ts';
import { list, useContent } from '../../engine/index.ts';
import { Button } from '../../ui/button.tsx';
import { ByState } from '../../ui/by-state.tsx';
import { Note } from '../../ui/note.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SkeletonCards } from '../../ui/skeleton.tsx';
import { ToggleChip } from '../../ui/toggle-chip.tsx';
import { useClearParameters, useUrlParameter } from '../../ui/url-parameter.ts';
import { WayOn } from '../../ui/way-on.tsx';
import { ToolCard } from './tool-card.tsx';

const everyTool = list(tools);

const grid = 'grid grid-cols-1 gap-4 @md/column:grid-cols-2 @xl/column:gap-6 @4xl/column:even-rows';

/** TOOLS-1 to TOOLS-4. Search, tags and sort live in the address. */
export function ToolsPage() {
  const all = useContent(everyTool);
  const content = useReadable(all, all.state === 'ready' ? all.items.map(({ bio }) => bio) : []);
  const search = useUrlParameter('q');
  const tags = useUrlParameter('tags');
  const sort = useUrlParameter('sort');
  const chosen = tagsOf(tags.value);
  const active = search.value !== '' || chosen.length > 0;
  const [searching, setSearching] = useState(active);
  const [wasActive, setWasActive] = useState(active);
  // Whoever presses the tag of a card sees what is chosen.
  if (active !== wasActive) {
    setWasActive(active);
    if (active) setSearching(true);
  }
  const oldestFirst = sort.value === 'oldest';

  const clear = useClearParameters(['q', 'tags']);
  const toggle = (tag: string) =>
    tags.choose(
      joinTags(chosen.includes(tag) ? chosen.filter((it) => it !== tag) : [...chosen, tag]),
    );

  return (
    <PageColumn>
      <div className="grid gap-6">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <PageHeading title="AI Tools">My AI friends</PageHeading>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => sort.choose(oldestFirst ? '' : 'oldest')}>
              {oldestFirst ? 'Oldest First' : 'Newest First'}
            </Button>
            <Button aria-expanded={searching} onClick={() => setSearching(!searching)}>
              Search
            </Button>
            {active && <Button onClick={clear}>Clear</Button>}
          </div>
        </div>
        {searching && (
          <div className="grid gap-3 print:hidden">
            <SearchField
              label="Search tools"
              placeholder="Search tools..."
              value={search.value}
              onChange={search.type}
              autoFocus={!active}
            />
            {content.state === 'ready' && (
              <fieldset className="flex min-w-0 flex-wrap items-center gap-2">
                <legend className="float-left mr-2 text-small text-muted">Filter by tags:</legend>
                {toolTags(content.items).map((tag) => (
                  <ToggleChip key={tag} pressed={chosen.includes(tag)} onToggle={() => toggle(tag)}>
                    {tag}
                  </ToggleChip>
                ))}
              </fieldset>
            )}
          </div>
        )}
        <ByState
          content={content}
          loading={<SkeletonCards label="Loading AI tools" className={grid} />}
          error={<LoadFailure>Unable to load AI tools</LoadFailure>}
          empty={<Note>No AI tools yet.</Note>}
        >
          {(items) => {
            const found = filterTools(items, { search: search.value, tags: chosen, oldestFirst });
            return (
              <>
                <p role="status" className="sr-only">
                  {active && `${found.length} of ${items.length} AI tools`}
                </p>
                {found.length === 0 ? (
                  <NoneMatch onClear={clear}>No AI tools match your filters</NoneMatch>
                ) : (
                  <ul className={grid}>
                    {found.map((tool) => (
                      <li key={tool.id}>
                        <ToolCard tool={tool} />
                      </li>
                    ))}
                  </ul>
                )}
              </>
            );
          }}
        </ByState>
      </div>
      <WayOn why="What is built with them" to="/projects">
        All projects
      </WayOn>
    </PageColumn>
  );
}
