import { useEffect, useRef, useState } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { Spinner } from '../../ui/spinner.tsx';

/**
 * The owner's picture, with a spinner while it loads (HOME-3). Only the browser knows whether it does: a page that the build has
 * made shows none, which nothing would take away if the scripts never came.
 */
export function Portrait({ image, name }: { image: string; name: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [isLoading, setLoading] = useState(false);
  useEffect(() => setLoading(place.current?.querySelector('img')?.complete === false), []);
  const settle = () => setLoading(false);
  return (
    <div ref={place} className="relative shrink-0" onLoadCapture={settle} onErrorCapture={settle}>
      <Avatar src={image} name={name} size="large" eager />
      {isLoading && (
        <div className="absolute inset-0 grid place-items-center">
          <Spinner label="Loading profile" ofPicture />
        </div>
      )}
    </div>
  );
}
