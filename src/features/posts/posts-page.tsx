import { samplePosts } from '../../content/commentaries/posts.ts';
import { shortDate } from '../../lib/short-date.ts';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

/** POSTS-1 */
export function PostsPage() {
  return (
    <PageColumn>
      <div className="grid gap-6">
        <PageHeading title="Posts" />
        <ul className="grid max-w-3xl gap-6">
          {samplePosts.map((post) => (
            <li key={post.id}>
              <Card className="grid gap-3 p-5 @xl:p-8">
                <h2 className="text-h2">{post.title}</h2>
                <p className="text-small text-muted">
                  Posted on{' '}
                  <time dateTime={post.date}>{shortDate(Date.parse(`${post.date}T12:00`))}</time> by{' '}
                  {post.author}
                </p>
                <p className="prose">{post.excerpt}</p>
                <ul className="flex flex-wrap gap-2">
                  {post.tags.map((tag) => (
                    <li key={tag}>
                      <Chip>{tag}</Chip>
                    </li>
                  ))}
                </ul>
              </Card>
            </li>
          ))}
        </ul>
      </div>
    </PageColumn>
  );
}
