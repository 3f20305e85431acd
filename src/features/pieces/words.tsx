import { markdownHtml } from '../../content/markdown/markdown-html.ts';
import { learnSyntax } from '../../content/markdown/rare-syntax.ts';
import { tablesAndNotes } from '../../content/markdown/tables-and-notes.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { fitMarkdown } from '../../ui/fit-markdown.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import {
  EditLinks,
  EditMark,
  ItemMarks,
  KeptBack,
  NotSent,
  OwnersMark,
} from '../../ui/item-marks.tsx';
import { MarkedText } from '../../ui/marked-text.tsx';
import { NewMark, NewsContext, NewsLine } from '../../ui/news.tsx';
import { Picture } from '../../ui/picture.tsx';
import { RichText, TextSheet } from '../../ui/rich-text.tsx';
import { ShortDate } from '../../ui/short-date.tsx';
import { TagList } from '../../ui/tag-list.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { Piece, Pieces } from './piece.tsx';

learnSyntax(tablesAndNotes);

const markdown = `## A heading

Words with *emphasis*, \`code\`, an [address](https://example.com/) and a note.[^1]

\`\`\`ts
const answer = 42;
\`\`\`

![A chart](/pictures/projects/evals.svg)

- [x] done
- [ ] to do

> [!NOTE]
> An alert.

| Name | Number |
|------|-------:|
| one  |      1 |

[^1]: The note.
`;

const icons: readonly IconName[] = [
  'menu',
  'close',
  'enlarge',
  'away',
  'forward',
  'back',
  'note',
  'check',
  'grip',
  'more',
];
const waiting = new Set(['waiting']);
const keptBack = new Map([['waiting', 'draft']]);
const news = {
  ids: new Set(['new']),
  line: <span className="self-center">New since your last visit: A title</span>,
};

const html = `<h2>A heading of the owner's</h2><p>A paragraph with <strong>strong</strong> words, a
  <a href="https://example.com">link</a> and <code>code</code>.</p><ul><li>One</li><li>Two</li></ul>
  <pre>npm start</pre><table><tr><th>Name</th><th>Figure</th></tr><tr><td>Rows</td><td>1,000</td></tr></table>`;

/** Pieces to read, and small marks beside them. */
export function Words() {
  return (
    <Pieces>
      <Piece of="chip">
        <Chip>plain</Chip>
        <Chip tone="ok">ok</Chip>
        <Chip tone="busy">busy</Chip>
        <Chip tone="idea">idea</Chip>
        <Chip tone="danger">danger</Chip>
      </Piece>
      <Piece of="tag-list">
        <TagList tags={['retrieval', 'a-tag-that-is-rather-long', 'evals']} toTag={() => '/ui'} />
      </Piece>
      <Piece of="news">
        <NewsContext value={news}>
          <div className="relative grid w-full gap-8 pt-8">
            <NewsLine />
            <Card className="p-5">
              <NewMark id="new" />A card whose item is new
            </Card>
          </div>
        </NewsContext>
      </Piece>
      <Piece of="item-marks">
        <NotSent value={waiting}>
          <KeptBack value={keptBack}>
            <OwnersMark id="waiting" />
            <ItemMarks id="waiting" />
          </KeptBack>
        </NotSent>
        <EditLinks value={() => <TextLink to="/ui">Edit</TextLink>}>
          <EditMark id="waiting" />
        </EditLinks>
      </Piece>
      <Piece of="icon">
        {icons.map((name) => (
          <Icon key={name} name={name} />
        ))}
      </Piece>
      <Piece of="short-date">
        <ShortDate time={Date.parse('2026-02-03T12:00:00Z')} />
      </Piece>
      <Piece of="avatar">
        <Avatar src="/pictures/profile.svg" name="Robin Fielding" />
        <Avatar src={null} name="Noor" />
        <Avatar src="/pictures/profile.svg" name="Robin Fielding" size="large" />
        <Avatar src={null} name="Noor" size="large" />
      </Piece>
      <Piece of="picture">
        <Picture src="/pictures/projects/evals.svg" alt="A chart" className="w-64" />
        <Picture src={null} alt="" standIn="Nothing to show" ratio="card" className="w-64" />
        <Picture src="/pictures/none.svg" alt="Broken" ratio="square" className="w-40" />
      </Piece>
      <Piece of="rich-text">
        <div className="w-full">
          <RichText html={html} />
        </div>
        <RichText html="" empty={<p className="text-muted">Nothing to see.</p>} />
        <TextSheet>Any other text on the same sheet</TextSheet>
      </Piece>
      <Piece of="marked-text">
        <Card className="w-full p-5">
          <MarkedText html={fitMarkdown(markdownHtml(markdown), 'piece')} />
        </Card>
      </Piece>
    </Pieces>
  );
}
