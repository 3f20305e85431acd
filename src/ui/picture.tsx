import { type ComponentProps, useEffect, useState } from 'react';
import { inSite } from '../lib/in-site.ts';
import { CARD_WIDTH, ON_A_PHONE, sitePicture } from '../lib/site-picture.ts';
import { pictureAddress } from '../lib/web-address.ts';

const ratios = {
  wide: 'aspect-[16/9]',
  card: 'aspect-[16/10]',
  square: 'aspect-square',
} as const;

/** About as wide as a card is where it is widest, so that a sharp screen gets the large picture. */
const FRAME_WIDTH = '27rem';

/**
 * A picture in a frame of fixed proportions, so that nothing moves when it arrives. If it is missing, broken, or
 * not on this device while offline, the frame shows a grid and the first letter of `standIn`, on a ground that goes by the
 * letter. It is retried when the connection returns.
 */
export function Picture({
  src,
  alt,
  standIn = alt,
  ratio = 'wide',
  eager = false,
  of,
  onBroken,
  className = '',
}: {
  src: string | null;
  /** Empty if the text next to it says the same. */
  alt: string;
  standIn?: string;
  ratio?: keyof typeof ratios;
  /** For pictures in the first screenful. */
  eager?: boolean;
  /** The path of the page that it belongs to: it travels between there and the page's card (app/carried-picture.ts). */
  of?: string;
  /** Called when the picture cannot be loaded. */
  onBroken?: () => void;
  className?: string;
}) {
  const address = pictureAddress(src);
  const [broken, setBroken] = useBrokenUntilOnline(address);
  return (
    // No <div>: it may stand in a button.
    <span
      className={`relative block overflow-hidden bg-sunken ${ratios[ratio]} ${className}`}
      data-picture-of={of}
    >
      {address === null || broken ? (
        <StandIn alt={alt} letter={firstLetter(standIn)} />
      ) : (
        <Sized
          address={address}
          alt={alt}
          loading={eager ? 'eager' : 'lazy'}
          onError={() => {
            setBroken(true);
            onBroken?.();
          }}
        />
      )}
    </span>
  );
}

/** A picture that the site has taken in: a phone loads the small one, and its colour is there before it. */
function Sized({ address, ...about }: { address: string } & ComponentProps<'img'>) {
  const own = sitePicture(address);
  const sizes =
    own?.card == null
      ? null
      : `${inSite(own.card)} ${CARD_WIDTH}w, ${inSite(address)} ${own.width}w`;
  const image = (
    // biome-ignore lint/a11y/useAltText: it is in `about`
    <img
      {...about}
      {...(sizes !== null && { srcSet: sizes, sizes: FRAME_WIDTH })}
      {...(own !== null && { style: { backgroundColor: own.colour } })}
      src={inSite(address)}
      decoding="async"
      className="absolute inset-0 size-full object-cover"
    />
  );
  if (own?.card == null) return image;
  return (
    <picture>
      <source media={ON_A_PHONE} srcSet={inSite(own.card)} />
      {image}
    </picture>
  );
}

/** The grounds of letters that stand in, in light and dark: the colours of the sample's illustrations. */
export const standInGrounds = ['bg-peach', 'bg-sky', 'bg-mustard', 'bg-sage', 'bg-mint'] as const;

function StandIn({ alt, letter }: { alt: string; letter: string }) {
  const ground = standInGrounds[(letter.codePointAt(0) ?? 0) % standInGrounds.length];
  return (
    <span
      className={`dotted absolute inset-0 grid place-items-center [container-type:size] ${ground}`}
      {...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
    >
      <span
        aria-hidden="true"
        className="font-display text-[max(1.125rem,38cqmin)] leading-none font-extrabold text-ink-coral"
      >
        {letter}
      </span>
    </span>
  );
}

/** The first letter or digit as a reader perceives it, in upper case. */
export function firstLetter(words: string): string {
  return /[\p{L}\p{N}]/u.exec(words)?.[0].toLocaleUpperCase('en') ?? '·';
}

/** Whether a picture failed to load; reset when its address changes or the connection returns. */
export function useBrokenUntilOnline(src: string | null): [boolean, (broken: boolean) => void] {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  const broken = src !== null && brokenSrc === src;
  useEffect(() => {
    if (!broken) return;
    const again = () => setBrokenSrc(null);
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [broken]);
  return [broken, (now) => setBrokenSrc(now ? src : null)];
}
