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

/** The owner's posts, newest first. This is the place to write them. */
const written: readonly Post[] = [];

/** POSTS-1: shown on a site that has no posts of its own yet. */
export const samplePosts: readonly Post[] = [
  {
    id: 'small-evals',
    title: 'Twelve examples beat a benchmark',
    excerpt:
      'I kept reading leaderboards to pick a model. Then I wrote down twelve questions that my own app gets wrong on bad days, ran every candidate against them, and had an answer in an afternoon.',
    date: '2026-09-14',
    author: 'Robin Fielding',
    tags: ['evals', 'prompting'],
  },
  {
    id: 'retrieval-first',
    title: 'When the answer is wrong, look at what was retrieved',
    excerpt:
      'Nine times in ten the model answered well from the wrong paragraphs. Logging the retrieved chunks beside each answer showed it at a glance, and most of my prompt tinkering turned out to be about a chunking bug.',
    date: '2026-06-02',
    author: 'Robin Fielding',
    tags: ['rag', 'retrieval'],
  },
  {
    id: 'offline-is-a-feature',
    title: 'A site that works in a tunnel',
    excerpt:
      'This notebook keeps its whole content on your device. It started as a stubborn idea about trains and became the nicest thing about it: pages open before the network has woken up.',
    date: '2026-03-21',
    author: 'Robin Fielding',
    tags: ['local-first', 'sync'],
  },
];

/**
 * POSTS-1. The samples are only for a site with the embedded backend, and only until the first post is written. The build
 * decides this, so an owner's site does not contain them.
 */
export const posts: readonly Post[] =
  import.meta.env.VITE_SUPABASE_URL || written.length > 0 ? written : samplePosts;
