import type { Told } from './past.ts';

/** The pictures that the server stores, as admins see them; supabase/ask-pictures.ts implements it. */
export interface StoredPictures {
  /** All of them, and which are kept whatever a device thinks of them. @throws {Failure} */
  list(): Promise<Told<StoredList>>;
  /**
   * Removes pictures. The server decides which it lets go at that moment.
   *
   * @returns the names of those that are gone
   * @throws {Failure} with the first request that was not answered; what was removed before it is gone
   */
  remove(names: readonly string[]): Promise<readonly string[]>;
}

export interface StoredList {
  readonly files: readonly StoredPicture[];
  /** Whether these are all: the server may have more than are asked for. */
  readonly isWhole: boolean;
  /**
   * What names a picture on the server, by the hash that its name begins with: a row, an earlier version or something deleted, or
   * one of them within the last 30 days. Null where the database cannot say: it then lets any picture go.
   */
  readonly uses: Readonly<Record<string, PictureUse>> | null;
}

export type PictureUse = 'row' | 'past' | 'lately';

export interface StoredPicture {
  readonly name: string;
  readonly bytes: number;
  /** When it was stored, as the server writes it. */
  readonly at: string;
}
