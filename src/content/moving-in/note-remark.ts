/** Something that is not taken as it stands in the source. */
export interface NoteRemark {
  readonly sort:
    | 'front matter'
    | 'field'
    | 'value'
    | 'address'
    | 'embed'
    | 'picture'
    | 'remote picture'
    | 'file'
    | 'lost link'
    | 'program'
    | 'not taken';
  /** From 1; null where it is of the whole file. */
  readonly line: number | null;
  readonly words: string;
}
