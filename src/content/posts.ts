import type { Post } from './post.ts';
import { samplePosts } from './sample-posts.ts';

/** The owner's posts, newest first. This is the place to write them. */
const written: readonly Post[] = [];

/**
 * POSTS-1. The samples are only for a site with the embedded backend, and only until the first post is written. The build
 * decides it, so that an owner's site does not contain them.
 */
export const posts: readonly Post[] =
  import.meta.env.VITE_SUPABASE_URL || written.length > 0 ? written : samplePosts;
