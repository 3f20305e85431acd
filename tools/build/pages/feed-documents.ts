/** How many entries a document of a feed has: who polls it gets the newest ones, and not everything each time. */
export const FEED_SIZE = 30;

/** A document of a feed: the one that readers poll, or an archive of it. */
export interface FeedDocument<Entry> {
  /** Its name beside the feed's other documents. */
  readonly file: string;
  /** Newest first. */
  readonly entries: readonly Entry[];
  readonly isArchive: boolean;
  /** Where a reader goes from here (RFC 5005, section 4), each by its file. */
  readonly ways: readonly { readonly rel: FeedWay; readonly file: string }[];
}

export type FeedWay = 'current' | 'prev-archive' | 'next-archive';

/**
 * The documents of a feed, the polled one first, then its archives from the newest to the oldest.
 *
 * - The polled document has the newest 30 entries. Archives together with it have all.
 * - Archives are counted from the oldest entries on, and each is full. So a new entry changes none, and an archive that a
 *   reader has read stays read. Between the newest archive and the polled document some entries may be in both, which the
 *   standard allows: the polled document's are the newer ones.
 *
 * @param file the name of the polled document, such as `feed.xml`; its third archive is `feed-3.xml`
 */
export function feedDocuments<Entry>(
  newestFirst: readonly Entry[],
  file: string,
): readonly FeedDocument<Entry>[] {
  const { length } = newestFirst;
  const archives = Math.max(0, Math.ceil(length / FEED_SIZE) - 1);
  const named = (archive: number) => file.replace(/(?=\.\w+$)/, `-${archive}`);
  const way = (rel: FeedWay, archive: number) =>
    archive < 1 || archive > archives ? [] : [{ rel, file: named(archive) }];
  const polled: FeedDocument<Entry> = {
    file,
    entries: newestFirst.slice(0, FEED_SIZE),
    isArchive: false,
    ways: way('prev-archive', archives),
  };
  const older = Array.from({ length: archives }, (_, before): FeedDocument<Entry> => {
    const archive = archives - before;
    const end = length - (archive - 1) * FEED_SIZE;
    return {
      file: named(archive),
      entries: newestFirst.slice(end - FEED_SIZE, end),
      isArchive: true,
      ways: [
        { rel: 'current', file },
        ...way('prev-archive', archive - 1),
        ...way('next-archive', archive + 1),
      ],
    };
  });
  return [polled, ...older];
}
