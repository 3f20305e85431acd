import { posts } from '../../content/posts.ts';
import { shortDate } from '../../lib/in-words.ts';
import { EntryCard } from '../../ui/entry-card.tsx';
import { Note } from '../../ui/note.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { TagList } from '../../ui/tag-list.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { WayOn } from '../../ui/way-on.tsx';

/** POSTS-1 */
export function PostsPage() {
  return (
    <PageColumn>
      <div className="grid gap-6">
        <PageHeading title="Posts" beside={<TextLink to="/chatter">Read the chatter</TextLink>} />
        {posts.length === 0 && <Note>No posts yet.</Note>}
        <ul className="grid max-w-3xl gap-6 @4xl/column:max-w-none">
          {posts.map((post) => (
            <li key={post.id}>
              <EntryCard
                title={post.title}
                about={
                  <>
                    <p className="text-small text-muted">
                      Posted on <time dateTime={post.date}>{shortDate(post.date)}</time> by{' '}
                      {post.author}
                    </p>
                    <TagList
                      tags={post.tags}
                      toTag={(tag) => `/learnings?tag=${encodeURIComponent(tag)}`}
                    />
                  </>
                }
              >
                {post.excerpt}
              </EntryCard>
            </li>
          ))}
        </ul>
      </div>
      <WayOn why="What was learned on the way" to="/learnings">
        All learnings
      </WayOn>
    </PageColumn>
  );
}
