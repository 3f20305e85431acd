import type {
  PictureUse,
  StoredPicture,
  StoredPictures,
} from '../../src/engine/stored-pictures.ts';
import type { Failure } from '../../src/lib/failure.ts';

/** A server that stores pictures. A test can make it fail. */
export interface FakePictures extends StoredPictures {
  files: readonly StoredPicture[];
  /** Null for a database that cannot say. */
  uses: Readonly<Record<string, PictureUse>> | null;
  /** Every question fails with it; null if none fails. */
  failure: Failure | null;
  /** Answers are of an earlier time. */
  isEarlier: boolean;
  /** What it does not let go although it said nothing of a use. */
  readonly keeps: Set<string>;
  readonly asked: string[][];
}

export function fakePictures(): FakePictures {
  const pictures: FakePictures = {
    files: [],
    uses: {},
    failure: null,
    isEarlier: false,
    keeps: new Set(),
    asked: [],
    async list() {
      if (pictures.failure !== null) throw pictures.failure;
      const { files, uses, isEarlier } = pictures;
      return { answer: { files, uses, isWhole: true }, isEarlier };
    },
    async remove(names) {
      pictures.asked.push([...names]);
      if (pictures.failure !== null) throw pictures.failure;
      const gone = names.filter((name) => !pictures.keeps.has(name));
      pictures.files = pictures.files.filter(({ name }) => !gone.includes(name));
      return gone;
    },
  };
  return pictures;
}
