import { describe, expect, it } from 'vitest';
import { spotifyEmbed, spotifyPage } from '../../src/lib/spotify.ts';

const id = '4uLU6hMCjMI75M1A2tKUQC';

describe('HOME-6: a Spotify link', () => {
  it.each([
    [`https://open.spotify.com/track/${id}`, 'track'],
    [`http://open.spotify.com/track/${id}?si=1`, 'track'],
    [` open.spotify.com/intl-de/episode/${id} `, 'episode'],
    [`https://open.spotify.com/embed/album/${id}?theme=0`, 'album'],
    [`https://open.spotify.com/user/someone/playlist/${id}`, 'playlist'],
    [`https://play.spotify.com/artist/${id}`, 'artist'],
    [`https://open.spotify.com/show/${id}#later`, 'show'],
    [`spotify:track:${id}`, 'track'],
    [`spotify:playlist:${id}`, 'playlist'],
    [`spotify:user:someone:playlist:${id}`, 'playlist'],
  ])('%s plays', (link, kind) => {
    expect(spotifyEmbed(link)).toBe(
      `https://open.spotify.com/embed/${kind}/${id}?utm_source=iframe-api`,
    );
    expect(spotifyPage(link)).toBe(`https://open.spotify.com/${kind}/${id}`);
  });

  it.each([
    'https://open.spotify.com/concert/1',
    'https://spotify.link/AbCdEf',
    'https://podcasters.spotify.com/pod/show/one',
  ])('%s opens at Spotify, which has no player for it', (link) => {
    expect(spotifyEmbed(link)).toBeNull();
    expect(spotifyPage(link)).toBe(link);
  });

  it.each([
    null,
    '',
    `https://example.com/track/${id}`,
    `https://open.spotify.com.example.com/track/${id}`,
    `https://notspotify.com/track/${id}`,
    `https://example.com/?u=https://open.spotify.com/track/${id}`,
    `javascript://open.spotify.com/track/${id}`,
    'spotify:track:../../../evil',
  ])('%s is not Spotify', (link) => {
    expect(spotifyEmbed(link)).toBeNull();
    expect(spotifyPage(link)).toBeNull();
  });
});
