import type { Friend } from '../../content/friends/friends.ts';
import { useContent } from '../../engine/index.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { OwnersMark } from '../../ui/item-marks.tsx';
import { Section } from '../../ui/section.tsx';
import { homeContent } from './home-content.ts';

/** The people; the section is left out if there are none. */
export function Friends() {
  const content = useContent(homeContent.friends);
  if (content.state !== 'ready') return null;
  return (
    <Section title="Friends of the notebook">
      <ul className="grid gap-x-6 gap-y-6 @xl/column:grid-cols-2">
        {content.items.map((friend) => (
          <li key={friend.id}>
            <FriendCard friend={friend} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** HOME-4: without an avatar, the first letter of the name. */
function FriendCard({ friend }: { friend: Friend }) {
  return (
    <div className="flex gap-4">
      <Avatar src={friend.avatarUrl} name={friend.name} />
      <div className="min-w-0">
        <h3>{friend.name}</h3>
        <OwnersMark id={friend.id} />
        {friend.role !== null && <p className="text-small text-muted">{friend.role}</p>}
        {friend.bio !== null && <p className="mt-1 line-clamp-3">{friend.bio}</p>}
      </div>
    </div>
  );
}
