import { NewMark } from './news.tsx';
import { OnDevice } from './on-device.tsx';

/** The marks of a card's item: an edit that the server does not have yet, and whether it is new. */
export function ItemMarks({ id }: { id: string }) {
  return (
    <>
      <OnDevice id={id} />
      <NewMark id={id} />
    </>
  );
}
