import type { ReactNode } from 'react';

const lines = { dashed: 'border-dashed border-control/60', plain: 'border-hairline' } as const;

/** Takes the place of content: there is none yet (dashed), or it could not be loaded (plain). */
export function Note({
  children,
  detail,
  line = 'dashed',
}: {
  children: ReactNode;
  detail?: ReactNode;
  line?: keyof typeof lines;
}) {
  return (
    <div className={`rounded-card border bg-surface px-5 py-6 text-muted ${lines[line]}`}>
      <p className="font-medium">{children}</p>
      {detail !== undefined && <p className="mt-1 text-small">{detail}</p>}
    </div>
  );
}
