import { Picture } from './picture.tsx';

const sizes = { small: 'size-11', large: 'size-14' } as const;

/** A round picture beside a name; without one, the first letter of the name. */
export function Avatar({
  src,
  name,
  size = 'small',
  eager = false,
  className = '',
}: {
  src: string | null;
  name: string;
  size?: keyof typeof sizes;
  /** For pictures in the first screenful. */
  eager?: boolean;
  className?: string;
}) {
  return (
    <Picture
      src={src}
      alt=""
      standIn={name}
      ratio="square"
      eager={eager}
      className={`shrink-0 rounded-chip ${sizes[size]} ${className}`}
    />
  );
}
