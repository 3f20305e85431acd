import type { ReactNode } from 'react';

/**
 * Reports an error and is read out when it appears. `action` is the way out, if there is one. `id` lets a
 * field point to it with `aria-describedby`.
 */
export function Alert({
  children,
  action,
  id,
}: {
  children: ReactNode;
  action?: ReactNode;
  id?: string;
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-danger/40 bg-danger-wash px-5 py-3 text-danger">
      <p id={id} role="alert" className="max-w-[65ch] py-1 font-medium">
        {children}
      </p>
      {action}
    </div>
  );
}
