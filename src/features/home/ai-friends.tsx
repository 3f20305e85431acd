import type { Tool } from '../../content/tools/tools.ts';
import { useContent } from '../../engine/index.ts';
import { webAddress } from '../../lib/web-address.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { ByState } from '../../ui/by-state.tsx';
import { ItemMarks } from '../../ui/item-marks.tsx';
import { Note } from '../../ui/note.tsx';
import { Section } from '../../ui/section.tsx';
import { StretchedNewTabLink } from '../../ui/stretched-link.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { BlankRows } from './blank-rows.tsx';
import { homeContent } from './home-content.ts';

const list =
  'grid grid-cols-2 gap-x-4 gap-y-1 @md/column:grid-cols-4 @md/column:gap-y-4 @4xl/column:grid-cols-8';
const row =
  'relative flex min-h-12 items-center gap-3 rounded-control @md/column:min-h-24 @md/column:flex-col @md/column:gap-2 @md/column:text-center has-[.stretched:active]:bg-sunken';

/** HOME-4, HOME-12: up to 8 AI friends in a row, and the way to all of them. */
export function AiFriends() {
  const content = useContent(homeContent.aiFriends);
  return (
    <Section title="AI friends" action={<TextLink to="/friends">View All</TextLink>}>
      <ByState
        content={content}
        loading={<BlankRows count={8} list={list} row={row} label="Loading AI tools" />}
        error={<Note line="plain">Unable to load AI tools</Note>}
        empty={<Note>No AI tools yet.</Note>}
      >
        {(tools) => (
          <ul className={list}>
            {tools.map((tool) => (
              <AiFriend key={tool.id} tool={tool} />
            ))}
          </ul>
        )}
      </ByState>
    </Section>
  );
}

function AiFriend({ tool: { id, name, picture, hyperlink } }: { tool: Tool }) {
  const address = webAddress(hyperlink);
  return (
    <li className={row}>
      <Avatar src={picture} name={name} />
      <div className="min-w-0">
        <h3 className="line-clamp-2 text-small">
          {address === null ? (
            name
          ) : (
            <StretchedNewTabLink href={address}>{name}</StretchedNewTabLink>
          )}
        </h3>
        <ItemMarks id={id} />
      </div>
    </li>
  );
}
