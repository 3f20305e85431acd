/**
 * A picture that the site has taken in. Its name is the hash of its bytes, so what has the name never changes, and says its size
 * and colour: `/pictures/<32 hex digits>-<width>x<height>-<rrggbb>.webp`. Rows hold this path, which outlives every server: the
 * build takes the file along, and until it has, the backend's storage has it (app/pictures-on-their-way.ts).
 */
export interface SitePicture {
  /** px */
  readonly width: number;
  /** px */
  readonly height: number;
  /** Its average, as CSS writes colours: what is in its place before it arrives. */
  readonly colour: string;
  /** The path of the same picture, `CARD_WIDTH` px wide; null if it is no wider itself. */
  readonly card: string | null;
}

/** px */
export const CARD_WIDTH = 640;
/** Where the card's file is enough, however sharp the screen is. */
export const ON_A_PHONE = '(max-width: 767px)';

/** Its parts are what comes before the ending, width, height, colour and ending (supabase/migrations has the same rule). */
const name =
  /pictures\/([0-9a-f]{32}-([1-9]\d{0,4})x([1-9]\d{0,4})-([0-9a-f]{6}))\.(gif|jpg|png|webp)(?![\w.])/;
const path = new RegExp(`^/${name.source}$`);
const inText = new RegExp(`/${name.source}`, 'g');

/** @returns null for every other picture */
export function sitePicture(address: string): SitePicture | null {
  const [, stem, width, height, colour, ending] = path.exec(address) ?? [];
  if (stem === undefined) return null;
  return {
    width: Number(width),
    height: Number(height),
    colour: `#${colour}`,
    card: Number(width) > CARD_WIDTH ? `/pictures/${stem}-card.${ending}` : null,
  };
}

/** The name or the path of a picture, also of its card's. */
export function withoutCard(name: string): string {
  return name.replace(/-card(?=\.\w+$)/, '');
}

/** The names of the files that a text needs for its pictures, as the engine stores them (engine/file.ts): with those for cards. */
export function pictureFilesIn(text: string): readonly string[] {
  const names = [...text.matchAll(inText)].map(([found]) => found.slice(1));
  return [...new Set(names)].flatMap((it) => {
    const card = sitePicture(`/${it}`)?.card ?? null;
    return card === null ? [it] : [it, card.slice(1)];
  });
}

/**
 * Where the backend has a picture of the site, or its card.
 *
 * @param path within the site, as the router sees it
 * @param backend its address, without a slash at the end
 * @returns null for what is no picture that the site has taken in
 */
export function addressAtBackend(path: string, backend: string): string | null {
  const isOwn = sitePicture(withoutCard(path)) !== null;
  return isOwn ? `${backend}/storage/v1/object/public${path}` : null;
}
