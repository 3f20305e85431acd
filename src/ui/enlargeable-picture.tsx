import { useState } from 'react';
import { Dialog } from './dialog.tsx';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { Picture } from './picture.tsx';

/** A picture in a card; a click enlarges it in a dialog. */
export function EnlargeablePicture({ src, title }: { src: string; title: string }) {
  const [enlarged, setEnlarged] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label={`Enlarge picture: ${title}`}
        aria-haspopup="dialog"
        onClick={() => setEnlarged(true)}
        className="group relative block w-full cursor-zoom-in"
      >
        <Picture src={src} alt="" standIn={title} />
        <span className="absolute right-3 bottom-3 grid size-8 place-items-center rounded-chip bg-surface text-ink opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100">
          <Icon name="enlarge" className="size-4" />
        </span>
      </button>
      <Dialog
        open={enlarged}
        onClose={() => setEnlarged(false)}
        label={`Picture: ${title}`}
        place="picture"
      >
        <figure className="overflow-hidden rounded-card border border-hairline bg-surface shadow-lifted">
          <figcaption className="flex items-center justify-between gap-4 py-2 pr-2 pl-4 font-semibold">
            {title}
            <IconButton
              label="Close"
              icon={<Icon name="close" />}
              onClick={() => setEnlarged(false)}
            />
          </figcaption>
          <img
            src={src}
            alt={`Picture: ${title}`}
            className="mx-auto max-h-[calc(100dvh-7rem)] min-h-32 w-[min(72rem,100%)] bg-sunken object-contain"
          />
        </figure>
      </Dialog>
    </>
  );
}
