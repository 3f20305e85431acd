import { fetchText } from './fetch-text.ts';
import { webAddress } from './web-address.ts';

const playable = '(track|episode|album|playlist|show|artist)';

/** An address as Spotify's Share menu copies it, also older ones, and the URI that its app copies. */
const links = [
  new RegExp(
    `^(?:https?://)?(?:open|play)\\.spotify\\.com/(?:intl-[a-z-]+/)?(?:embed/)?(?:user/[^/]+/)?${playable}/([a-z0-9]+)(?:[/?#]|$)`,
    'i',
  ),
  new RegExp(`^spotify:(?:user:[^:]+:)?${playable}:([a-z0-9]+)$`, 'i'),
];

/** Where Spotify's player comes from. */
export const SPOTIFY = 'https://open.spotify.com';

/** The path of what a link plays, e.g. `album/4aawyAB9vmqN3uQ7FjRGTy`; null if Spotify has no player for it. */
function playablePath(link: string | null): string | null {
  for (const form of links) {
    const [, kind, id] = form.exec(link?.trim() ?? '') ?? [];
    if (kind !== undefined) return `${kind.toLowerCase()}/${id}`;
  }
  return null;
}

/** The address of Spotify's player for a link; null if it has none. The parameter makes it report when it is ready. */
export function spotifyEmbed(link: string | null): string | null {
  const path = playablePath(link);
  return path === null ? null : `${SPOTIFY}/embed/${path}?utm_source=iframe-api`;
}

/** The address of a page of Spotify's for a link; null if the link leads elsewhere. */
export function spotifyPage(link: string | null): string | null {
  const path = playablePath(link);
  if (path !== null) return `${SPOTIFY}/${path}`;
  const address = webAddress(link);
  if (address === null) return null;
  return /(^|\.)spotify\.(com|link)$/.test(new URL(address).hostname) ? address : null;
}

const itemPath = /(?:^|[/.])spotify\.com\/(?:intl-[a-z-]+\/)?(track|episode)(?:\/([^/?#\s]*)|$)/;

export interface SpotifyItem {
  readonly kind: string;
  readonly id: string;
}

/**
 * What a link points to. FORM-6: it must contain the path of a track or an episode.
 *
 * @returns 'no-item' without such a path, 'no-id' if the path has no readable id
 */
export function spotifyItem(link: string): SpotifyItem | 'no-item' | 'no-id' {
  const [, kind, id = ''] = itemPath.exec(link.trim()) ?? [];
  if (kind === undefined) return 'no-item';
  return /^[A-Za-z0-9]+$/.test(id) ? { kind, id } : 'no-id';
}

export interface TrackInfo {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
}

/** Placeholder values for a track of which only the id is known (FORM-7). */
export function placeholderInfo({ kind, id }: SpotifyItem): TrackInfo {
  return { title: `Spotify ${kind} ${id}`, artist: 'Unknown Artist', album: 'Unknown Album' };
}

/** Whether a text is one of the placeholders, so that it may be replaced. */
export function isPlaceholder(text: string): boolean {
  return /^(Spotify (track|episode) [A-Za-z0-9]+|Unknown (Artist|Album))$/.test(text);
}

/**
 * The title of a track or an episode, from Spotify's public oEmbed, which has neither artist nor album.
 *
 * @returns null if Spotify has no such item
 * @throws if Spotify does not answer properly, or says nothing for 8 s
 */
export async function spotifyTitle({ kind, id }: SpotifyItem): Promise<string | null> {
  const item = encodeURIComponent(`https://open.spotify.com/${kind}/${id}`);
  const address = `https://open.spotify.com/oembed?url=${item}`;
  const { response, text } = await fetchText(address, {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  });
  if (response.status === 404) return null;
  const { title } = Object(response.ok ? JSON.parse(text) : null) as { title?: unknown };
  if (typeof title !== 'string' || title.trim() === '') throw new Error('Spotify told no title.');
  return title.trim();
}
