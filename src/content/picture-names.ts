/**
 * The names of pictures that were added here: `pictures/<hash>-<width>x<height>-<colour>.<extension>`, where the hash is the
 * first half of the SHA-256 of the bytes. A picture for cards has `-card` before the extension, and the name of the picture that it
 * is made from.
 */
const NAME = /pictures\/[0-9a-f]{32}-\d+x\d+-[0-9a-f]{6}(?:-card)?\.[a-z0-9]+/g;

/** The pictures that a text names, each with the one for cards, which no text names. */
export function picturesNamedIn(text: string): string[] {
  return (text.match(NAME) ?? []).flatMap((name) =>
    name.includes('-card.') ? [name] : [name, name.replace(/\.(?=[a-z0-9]+$)/, '-card.')],
  );
}
