import { useId } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { inState, THIS_VISIT } from '../lib/history-entry.ts';
import { pictureAddress } from '../lib/web-address.ts';
import { Dialog } from './dialog.tsx';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { Picture, useBrokenUntilOnline } from './picture.tsx';
import { ZoomablePicture } from './zoomable-picture.tsx';

/**
 * A picture in a card; a click enlarges it in a dialog. Opening it adds an entry to the browser's history, like the
 * menu (app/menu.tsx), so Back closes it. A picture that cannot be shown cannot be enlarged.
 */
export function EnlargeablePicture({ src, title }: { src: string; title: string }) {
  const [broken, setBroken] = useBrokenUntilOnline(src);
  const location = useLocation();
  const navigate = useNavigate();
  const id = `${THIS_VISIT} ${useId()}`;
  const enlarged = inState(location.state, 'picture') === id;
  const close = () => navigate(-1);

  function enlarge() {
    const { pathname, search, hash } = location;
    const state = { ...Object(location.state), picture: id };
    navigate({ pathname, search, hash }, { state, preventScrollReset: true });
  }

  if (broken || pictureAddress(src) === null) return <Picture src={null} alt="" standIn={title} />;
  return (
    <>
      <button
        type="button"
        aria-label={`Enlarge picture: ${title}`}
        aria-haspopup="dialog"
        onClick={enlarge}
        className="group relative block w-full cursor-zoom-in"
      >
        <Picture src={src} alt="" standIn={title} onBroken={() => setBroken(true)} />
        <span className="absolute right-3 bottom-3 grid size-8 place-items-center rounded-chip bg-surface text-ink opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100 print:hidden">
          <Icon name="enlarge" className="size-4" />
        </span>
      </button>
      <Dialog open={enlarged} onClose={close} label={`Picture: ${title}`} place="picture">
        <figure className="overflow-hidden rounded-card border border-hairline bg-surface shadow-lifted">
          <figcaption className="flex items-center justify-between gap-4 py-2 pr-2 pl-4 font-semibold">
            {title}
            <IconButton label="Close" icon={<Icon name="close" />} onClick={close} />
          </figcaption>
          <ZoomablePicture src={src} alt={`Picture: ${title}`} />
        </figure>
      </Dialog>
    </>
  );
}
