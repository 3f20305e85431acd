import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EnlargeablePicture } from '../../ui/enlargeable-picture.tsx';
import { EntryCard } from '../../ui/entry-card.tsx';
import { GrowingList } from '../../ui/growing-list.tsx';
import { SkeletonCards } from '../../ui/skeleton.tsx';
import { StretchedLink, StretchedNewTabLink } from '../../ui/stretched-link.tsx';
import { SummaryCard } from '../../ui/summary-card.tsx';
import { TagList } from '../../ui/tag-list.tsx';
import { WayOn } from '../../ui/way-on.tsx';
import { ZoomablePicture } from '../../ui/zoomable-picture.tsx';
import { Piece, Pieces } from './piece.tsx';

const grid = 'grid w-full gap-4 @lg/column:grid-cols-2 @3xl/column:grid-cols-3';
const many = Array.from({ length: 6 }, (_, place) => ({ id: `${place + 1}` }));
const long = 'A description that goes on for longer than three lines have room for. '.repeat(4);

/** Sheets of paper, and lists of them. */
export function Cards() {
  return (
    <Pieces>
      <Piece of="card">
        <div className={grid}>
          <Card className="p-5">A sheet of paper</Card>
        </div>
      </Piece>
      <Piece of="stretched-link">
        <div className={grid}>
          <Card leads className="p-5">
            <StretchedLink to="/ui">One link as a whole</StretchedLink>
          </Card>
          <Card leads className="p-5">
            <StretchedNewTabLink href="https://example.com">To another site</StretchedNewTabLink>
          </Card>
        </div>
      </Piece>
      <Piece of="way-on">
        <WayOn why="Why it is next" to="/ui">
          The next page
        </WayOn>
      </Piece>
      <Piece of="summary-card">
        <div className={grid}>
          <SummaryCard
            to="/ui"
            title="With all of it"
            picture="/pictures/projects/evals.svg"
            mark={
              <p>
                <Chip tone="busy">a mark</Chip>
              </p>
            }
          >
            {long}
          </SummaryCard>
          <SummaryCard
            to="/ui"
            title="A title and words, beside others with a picture"
            picture={null}
          >
            Few words.
          </SummaryCard>
          <SummaryCard
            to="/ui"
            title="A title that is so long that it needs more than one line"
            foot={<p className="text-small text-muted">Facts at the foot</p>}
          />
        </div>
        <SummaryCard to="/ui" title="As wide as its list" picture={null} isWide>
          {long}
        </SummaryCard>
      </Piece>
      <Piece of="entry-card">
        <EntryCard
          title="A text to be read"
          about={<p className="text-small text-muted">Nov 22, 2026</p>}
          picture={<EnlargeablePicture src="/pictures/projects/evals.svg" title="Evals" />}
        >
          {long}
        </EntryCard>
        <EntryCard
          title="Without a picture"
          about={<TagList tags={['one', 'two']} toTag={() => '/ui'} />}
        >
          {long}
        </EntryCard>
      </Piece>
      <Piece of="zoomable-picture">
        <div className="w-full">
          <ZoomablePicture src="/pictures/projects/evals.svg" alt="Evals" />
        </div>
      </Piece>
      <Piece of="skeleton">
        <SkeletonCards label="Loading" className={grid} />
        <SkeletonCards label="Loading" className={grid} shape="picture" lines={3} />
        <SkeletonCards label="Loading" className={grid} shape="avatar" />
      </Piece>
      <Piece of="growing-list">
        <GrowingList items={many} className={grid}>
          {({ id }) => <Card className="p-5">Item {id}</Card>}
        </GrowingList>
      </Piece>
    </Pieces>
  );
}
