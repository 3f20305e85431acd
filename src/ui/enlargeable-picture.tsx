import { pictureAddress } from '../lib/web-address.ts';
import { EnlargedLater } from './enlarged-later.tsx';
import { Icon } from './icon.tsx';
import { Picture, useBrokenUntilOnline } from './picture.tsx';
import { useEnlarged } from './use-enlarged.ts';

/**
 * A picture in a card; a click enlarges it in a dialog. A picture that cannot be shown cannot be enlarged.
 *
 * @param props.className of its frame
 */
export function EnlargeablePicture({
  src,
  title,
  className = '',
}: {
  src: string;
  title: string;
  className?: string;
}) {
  const [broken, setBroken] = useBrokenUntilOnline(src);
  const { enlarged, enlarge, close } = useEnlarged();

  if (broken || pictureAddress(src) === null)
    return <Picture src={null} alt="" standIn={title} className={className} />;
  return (
    <>
      <button
        type="button"
        aria-label={`Enlarge picture: ${title}`}
        aria-haspopup="dialog"
        onClick={() => enlarge('')}
        className="ring-inside group relative block w-full cursor-zoom-in"
      >
        <Picture
          src={src}
          alt=""
          standIn={title}
          onBroken={() => setBroken(true)}
          className={className}
        />
        <span className="absolute right-3 bottom-3 grid size-8 place-items-center rounded-chip bg-surface text-ink opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100 print:hidden">
          <Icon name="enlarge" className="size-4" />
        </span>
      </button>
      <EnlargedLater open={enlarged !== null} onClose={close} src={src} title={title} />
    </>
  );
}
