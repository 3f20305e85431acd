import { type ReactNode, useId, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';

/** A line that opens what is behind it. What is behind is asked for when it is opened first, and stays. */
export function Disclosure({
  title,
  about,
  isFirst = false,
  children,
}: {
  title: string;
  about: string;
  /** It is open from the beginning. */
  isFirst?: boolean;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(isFirst);
  const [wasOpen, setWasOpen] = useState(isFirst);
  const id = useId();
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => {
          setOpen(!isOpen);
          setWasOpen(true);
        }}
        className="flex min-h-11 w-full items-center justify-between gap-4 rounded-control py-2 text-left hover:bg-sunken"
      >
        <span className="grid min-w-0 gap-0.5">
          <span className="font-semibold">{title}</span>
          <span className="text-small break-words text-muted">{about}</span>
        </span>
        <Icon name={isOpen ? 'minus' : 'plus'} className="size-4 shrink-0" />
      </button>
      <div
        id={id}
        hidden={!isOpen}
        className="grid-cols-[minmax(0,1fr)] gap-4 pt-2 pb-6 not-[[hidden]]:grid"
      >
        {wasOpen && children}
      </div>
    </div>
  );
}
