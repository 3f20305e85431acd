import { NewMark } from './news.tsx';
import { OnDevice } from './on-device.tsx';

/** What a card says of its item besides its content: an edit that the server does not have yet, and news. */
export function ItemMarks({ id }: { id: string }) {
  return (
    <>
      <OnDevice id={id} />
      <NewMark id={id} />
    </>
  );
}
