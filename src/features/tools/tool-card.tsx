import { LinkedText } from '../../content/page-links/linked-text.tsx';
import { useMarkdown } from '../../content/page-links/use-markdown.ts';
import { textRules } from '../../content/text-rules-of-kinds.ts';
import { joinTags } from '../../content/tools/tool-filter.ts';
import type { Tool } from '../../content/tools/tools.ts';
import { webAddress } from '../../lib/web-address.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Card } from '../../ui/card.tsx';
import { ItemMarks } from '../../ui/item-marks.tsx';
import { TagLink } from '../../ui/pressed-tag.tsx';
import { StretchedNewTabLink } from '../../ui/stretched-link.tsx';

/** TOOLS-3: picture, name, bio and tag of a tool; the card leads to the tool, in a new tab, and the tag to all that have it. */
export function ToolCard({ tool }: { tool: Tool }) {
  const address = webAddress(tool.hyperlink);
  return (
    <Card leads={address !== null} className="flex h-full flex-col items-start gap-3 p-5">
      <div className="flex max-w-full items-center gap-3">
        <Avatar src={tool.picture} name={tool.name} />
        <h2 className="min-w-0 font-text text-h3 tracking-normal">
          {address === null ? (
            tool.name
          ) : (
            <StretchedNewTabLink href={address}>{tool.name}</StretchedNewTabLink>
          )}
        </h2>
      </div>
      <ItemMarks id={tool.id} />
      {tool.bio !== null && <Bio bio={tool.bio} of={tool.id} />}
      {tool.tag !== null && (
        <div className="-mb-1 mt-auto max-w-full">
          <TagLink to={`/friends?${new URLSearchParams({ tags: joinTags([tool.tag]) })}`}>
            {tool.tag}
          </TagLink>
        </div>
      )}
    </Card>
  );
}

/** What can be pressed or scrolled in it lies above the card's own link. */
const aboveTheLink = '[&_:is(a,button,[tabindex])]:relative';

function Bio({ bio, of }: { bio: string; of: string }) {
  const text = useMarkdown(bio, textRules.tool);
  return (
    <div className={`w-full max-w-[65ch] min-w-0 text-muted [&>*]:text-body ${aboveTheLink}`}>
      <LinkedText {...text} of={of} isAmongOthers />
    </div>
  );
}
