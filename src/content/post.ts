/** A post is part of the build, not of the database. */
export interface Post {
  readonly id: string;
  readonly title: string;
  readonly excerpt: string;
  /** yyyy-mm-dd */
  readonly date: string;
  readonly author: string;
  readonly tags: readonly string[];
}
