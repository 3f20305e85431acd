import { inThousands } from '../../lib/in-words.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { useUnread } from './use-inbox.ts';

/** Leads from the dashboard to the messages, and says how many are unread. */
export function InboxLink() {
  const unread = useUnread();
  return (
    <ButtonLink look="bare" to="/admin/inbox">
      {unread === 0 ? 'Inbox' : `Inbox (${inThousands(unread)} unread)`}
    </ButtonLink>
  );
}
