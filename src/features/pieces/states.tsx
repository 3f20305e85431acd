import { useState } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ByState } from '../../ui/by-state.tsx';
import { Card } from '../../ui/card.tsx';
import { DeletedPlace } from '../../ui/deleted-place.tsx';
import { DraftOffers } from '../../ui/draft-offers.tsx';
import { Note } from '../../ui/note.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Piece, Pieces } from './piece.tsx';

const contents = [
  { state: 'loading' },
  { state: 'error' },
  { state: 'empty' },
  { state: 'unreadable', count: 2 },
  { state: 'ready', items: ['content'] },
] as const;
const nothing = () => {};

/** Pieces for loading, errors, empty lists and Undo. */
export function States() {
  const [deleted, setDeleted] = useState(true);
  const [at] = useState(Date.now);
  return (
    <Pieces>
      <Piece of="spinner">
        <Spinner label="Loading commentaries..." labelShown />
        <Spinner />
      </Piece>
      <Piece of="alert">
        <Alert>Error loading resources.</Alert>
        <Alert action={<Button>Retry</Button>}>
          Error loading projects. Please try again later.
        </Alert>
      </Piece>
      <Piece of="note">
        <Note>No projects yet.</Note>
        <Note line="plain" detail="There was an error connecting to the database">
          Unable to load commentaries
        </Note>
      </Piece>
      <Piece of="by-state">
        {contents.map((content) => (
          <div key={content.state} className="min-w-40">
            <ByState<string>
              content={content}
              loading={<Spinner label="Loading" labelShown />}
              error={<Alert>Error</Alert>}
              empty={<Note>Empty</Note>}
            >
              {(items) => <Card className="p-5">{items}</Card>}
            </ByState>
          </div>
        ))}
      </Piece>
      <Piece of="draft-offers">
        <div className="w-full max-w-3xl">
          <DraftOffers
            offers={[
              {
                key: 'a',
                at,
                isOpen: false,
                what: 'Chunking',
                onTake: nothing,
                onDiscard: nothing,
              },
              { key: 'b', at, isOpen: true, what: 'Chunking', onTake: nothing, onDiscard: nothing },
            ]}
          />
        </div>
      </Piece>
      <Piece of="deleted-place">
        <div className="w-full max-w-3xl">
          {deleted ? (
            <DeletedPlace
              name="Chunking"
              words="“Chunking” deleted, with 3 tasks"
              onUndo={async () => setDeleted(false)}
              onAttend={nothing}
              onLeaveWithFocus={nothing}
            >
              <Card className="p-5">Chunking</Card>
            </DeletedPlace>
          ) : (
            <Card className="flex items-center justify-between gap-4 p-5">
              Chunking <Button onClick={() => setDeleted(true)}>Delete</Button>
            </Card>
          )}
        </div>
      </Piece>
    </Pieces>
  );
}
