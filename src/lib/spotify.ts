/** A link to one track or episode, as Spotify's Share menu copies it. */
const shareLink =
  /^https:\/\/open\.spotify\.com\/(?:intl-[a-z-]+\/)?(track|episode)\/([A-Za-z0-9]+)(?:[/?#]|$)/;

/** The address of Spotify's player for a share link; null for any other link. */
export function spotifyEmbed(link: string | null): string | null {
  const [, kind, id] = shareLink.exec(link?.trim() ?? '') ?? [];
  return kind === undefined ? null : `https://open.spotify.com/embed/${kind}/${id}`;
}
