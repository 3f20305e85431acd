import { type ComponentProps, useState } from 'react';
import type { EnlargedPicture } from './enlarged-picture.tsx';
import { partLater } from './part-later.tsx';

const Enlarged = partLater(async () => (await import('./enlarged-picture.tsx')).EnlargedPicture);

/** A picture in a dialog, loaded when the first one is enlarged. It then stays, so that the focus goes back when it closes. */
export function EnlargedLater(props: ComponentProps<typeof EnlargedPicture>) {
  const [wasOpen, setWasOpen] = useState(false);
  if (props.open && !wasOpen) setWasOpen(true);
  return props.open || wasOpen ? <Enlarged {...props} /> : null;
}
