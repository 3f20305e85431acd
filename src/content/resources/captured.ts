import type { QueuedChange } from '../../engine/index.ts';
import type { Captured } from '../../lib/captures.ts';
import { isInvisible } from '../../lib/invisible.ts';
import { type ResourceType, resources } from './resources.ts';

const sorts: readonly (readonly [ResourceType, RegExp])[] = [
  ['video', /(^|\.)(youtube\.com|youtu\.be|vimeo\.com|twitch\.tv|ted\.com|loom\.com)$/],
  ['audio', /(^|\.)(spotify\.com|soundcloud\.com|podcasts\.apple\.com|overcast\.fm|pca\.st)$/],
];
const endings: readonly (readonly [ResourceType, RegExp])[] = [
  ['video', /\.(mp4|webm|mov|m4v)$/i],
  ['audio', /\.(mp3|m4a|ogg|opus|wav|flac)$/i],
];

/**
 * Reads a capture as a new resource. Android's apps put the address into the text as often as not.
 *
 * @returns the change that would add it; its form can be filled with it
 */
export function resourceOf(capture: Captured): Extract<QueuedChange, { op: 'insert' }> {
  const [title, text] = [capture.title.trim(), capture.text.trim()];
  const [link = null] = [capture.url, ...wordsOf(text), ...wordsOf(title)].filter(isWebAddress);
  const address = link === null ? null : new URL(link);
  const rest = address === null ? `${text} ${capture.url}`.trim() : without(text, address);
  const [firstLine = ''] = rest.split('\n');
  const named = address === null ? title : without(title, address);
  const values = {
    title: [named, firstLine.trim()].find((it) => !isInvisible(it)) ?? hostOf(address),
    description: isInvisible(named) && rest === firstLine ? '' : rest,
    link_url: link?.trim() ?? null,
    type: address === null ? 'text' : typeOf(address),
    Source: hostOf(address) || null,
  };
  return { op: 'insert', table: resources.table, id: '', values, blank: {} };
}

function typeOf({ hostname, pathname }: URL): ResourceType {
  const known =
    sorts.find(([, hosts]) => hosts.test(hostname)) ??
    endings.find(([, ending]) => ending.test(pathname));
  return known?.[0] ?? 'text';
}

const wordsOf = (text: string) => text.split(/\s+/);

function isWebAddress(text: string): boolean {
  return /^\s*https?:\/\//i.test(text) && URL.canParse(text);
}

/** The text without the address, however it is written there. */
function without(text: string, address: URL): string {
  return text
    .split('\n')
    .map((line) =>
      line
        .split(' ')
        .filter((word) => !URL.canParse(word) || new URL(word).href !== address.href)
        .join(' ')
        .trim(),
    )
    .join('\n')
    .trim();
}

function hostOf(address: URL | null): string {
  return address?.hostname.replace(/^www\./, '') ?? '';
}
