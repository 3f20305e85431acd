/**
 * What a sort of texts was before it was Markdown, and still is where it has none. A learning's texts have neither: its tags are
 * taken away, and its lines end where they end.
 */
export interface TextRules {
  /** Tags and entities were shown as they are written, so they are words. */
  readonly tagsAreWords?: boolean;
  /** A line that ends was a space, as in HTML and in CommonMark. */
  readonly linesRunOn?: boolean;
}
