import type { ComponentProps, ReactNode } from 'react';

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  label: string;
  icon: ReactNode;
};

/** A 44 px button that shows only an icon; `label` is its accessible name. */
export function IconButton({ label, icon, className = '', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      className={`grid size-11 shrink-0 place-items-center rounded-control transition-colors hover:bg-sunken ${className}`}
      {...rest}
    >
      {icon}
    </button>
  );
}
