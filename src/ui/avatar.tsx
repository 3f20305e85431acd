import { Picture } from './picture.tsx';

const sizes = { small: 'size-11', large: 'size-24' } as const;

/** A round picture beside a name; without one, the first letter of the name. */
export function Avatar({
  src,
  name,
  size = 'small',
  className = '',
}: {
  src: string | null;
  name: string;
  size?: keyof typeof sizes;
  className?: string;
}) {
  return (
    <Picture
      src={src}
      alt=""
      standIn={name}
      ratio="square"
      className={`shrink-0 rounded-chip ${sizes[size]} ${className}`}
    />
  );
}
