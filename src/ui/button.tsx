import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router-dom';

/** Forced colours remove backgrounds and show all borders, hence the transparent ones. */
const looks = {
  /** The main action. */
  primary: 'border border-transparent bg-accent text-on-accent hover:bg-accent/92 px-4',
  /** Any other action. */
  quiet: 'border border-control bg-surface hover:border-ink px-4',
  /** Beside text: no box until the pointer is on it. */
  bare: 'hover:bg-sunken px-3',
  /** Coral. At most one on a screen. */
  loud: 'border border-transparent bg-coral text-ink-coral font-display font-extrabold tracking-wide hover:bg-coral/85 px-6',
  /** For actions that cannot be undone. */
  danger: 'border border-danger text-danger bg-surface hover:bg-danger-wash px-4',
} as const;

export type ButtonLook = keyof typeof looks;

/** The classes of a button, for elements that cannot be a `button` (a `label`, a `summary`). */
export function buttonClass(look: ButtonLook): string {
  return `inline-flex min-h-11 items-center justify-center gap-2 rounded-control text-body font-semibold transition-[color,background-color,border-color,opacity] disabled:opacity-55 aria-disabled:opacity-55 print:hidden ${looks[look]}`;
}

type ButtonProps = ComponentProps<'button'> & { look?: ButtonLook };

export function Button({ look = 'quiet', type = 'button', className = '', ...rest }: ButtonProps) {
  return <button type={type} className={`${buttonClass(look)} ${className}`} {...rest} />;
}

/** A link to a page of this site that looks like a button. */
export function ButtonLink({
  to,
  look = 'quiet',
  children,
}: {
  to: string;
  look?: ButtonLook;
  children: ReactNode;
}) {
  return (
    <Link to={to} className={buttonClass(look)}>
      {children}
    </Link>
  );
}
