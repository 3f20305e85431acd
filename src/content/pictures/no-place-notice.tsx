import { useOutbox } from '../../engine/index.ts';
import { counted } from '../../lib/in-words.ts';
import { Note } from '../../ui/note.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { NO_PLACE, NO_PLACE_CODE } from './no-place.ts';

/** PICTURE-13: says that pictures cannot be stored, where an edit was refused for it, or `isMissing` knows it. */
export function NoPlaceNotice({ isMissing = false }: { isMissing?: boolean }) {
  const { rejected } = useOutbox();
  const count = rejected.filter(({ code }) => code === NO_PLACE_CODE).length;
  if (count === 0 && !isMissing) return null;
  return (
    <Note
      line="plain"
      detail={
        count === 0 ? (
          'Everything else works without it.'
        ) : (
          <>
            {counted(count, 'edit')} with pictures will be sent again then; everything else goes on.{' '}
            <TextLink to="/admin/outbox">Outbox</TextLink>
          </>
        )
      }
    >
      {NO_PLACE}
    </Note>
  );
}
