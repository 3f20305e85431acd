import { type ReactNode, useId } from 'react';

/** A part of a page under an `h2`, with room for one action on the heading's line. */
export function Section({
  title,
  action,
  children,
}: {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="mb-6 flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="text-h2">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}
