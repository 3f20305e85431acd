import { Dialog } from './dialog.tsx';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { ZoomablePicture } from './zoomable-picture.tsx';

/** A picture in a dialog, as large as the window. `title` may be empty. */
export function EnlargedPicture({
  open,
  onClose,
  src,
  title,
}: {
  open: boolean;
  onClose: () => void;
  src: string;
  title: string;
}) {
  const label = title === '' ? 'Picture' : `Picture: ${title}`;
  return (
    <Dialog open={open} onClose={onClose} label={label} place="picture">
      <figure className="overflow-hidden rounded-card border border-hairline bg-surface shadow-lifted">
        <figcaption className="flex items-center justify-between gap-4 py-2 pr-2 pl-4 font-semibold">
          {title}
          <IconButton
            label="Close"
            icon={<Icon name="close" />}
            onClick={onClose}
            className="ml-auto"
          />
        </figcaption>
        <ZoomablePicture src={src} alt={label} />
      </figure>
    </Dialog>
  );
}
