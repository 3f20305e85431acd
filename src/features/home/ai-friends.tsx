import type { Tool } from '../../content/tools/tools.ts';
import { useContent } from '../../engine/index.ts';
import { webAddress } from '../../lib/web-address.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { ByState } from '../../ui/by-state.tsx';
import { Card } from '../../ui/card.tsx';
import { ItemMarks } from '../../ui/item-marks.tsx';
import { Note } from '../../ui/note.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonCards } from '../../ui/skeleton.tsx';
import { StretchedNewTabLink } from '../../ui/stretched-link.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { homeContent } from './home-content.ts';

const grid = 'grid grid-cols-2 gap-3 @md/column:gap-4 @4xl/column:grid-cols-4';
/** As high as eight cards, so that the page does not move when fewer arrive. */
const roomForEight = 'content-start min-h-[22.5rem] @4xl/column:min-h-[10.75rem]';

/** HOME-4: up to 8 AI friends, and the way to all of them. */
export function AiFriends() {
  const content = useContent(homeContent.aiFriends);
  return (
    <Section title="AI friends" action={<TextLink to="/friends">View All</TextLink>}>
      <ByState
        content={content}
        loading={
          <SkeletonCards
            label="Loading AI tools"
            shape="avatar"
            className={`${grid} ${roomForEight}`}
          />
        }
        error={<Note line="plain">Unable to load AI tools</Note>}
        empty={<Note>No AI tools yet.</Note>}
      >
        {(tools) => (
          <ul className={grid}>
            {tools.map((tool) => (
              <li key={tool.id}>
                <AiFriend tool={tool} />
              </li>
            ))}
          </ul>
        )}
      </ByState>
    </Section>
  );
}

function AiFriend({ tool }: { tool: Tool }) {
  const address = webAddress(tool.hyperlink);
  return (
    <Card className="flex h-full items-center gap-2.5 p-3 @md/column:gap-3 @md/column:p-4">
      <Avatar src={tool.picture} name={tool.name} />
      <div className="min-w-0">
        <h3 className="line-clamp-2 text-small @md/column:line-clamp-1 @md/column:text-body">
          {address === null ? (
            tool.name
          ) : (
            <StretchedNewTabLink href={address}>{tool.name}</StretchedNewTabLink>
          )}
        </h3>
        {tool.tag !== null && <p className="truncate text-small text-muted">{tool.tag}</p>}
        <ItemMarks id={tool.id} />
      </div>
    </Card>
  );
}
