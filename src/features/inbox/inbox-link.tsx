import { inThousands } from '../../lib/in-words.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { useInboxNews } from './use-inbox.ts';

/** INBOX-6: leads from the dashboard to the messages, and says how many are unread, or that none can come. */
export function InboxLink() {
  const news = useInboxNews();
  const said = [
    ...(news?.is_open === false ? ['closed'] : []),
    ...(news !== null && news.unread > 0 ? [`${inThousands(news.unread)} unread`] : []),
  ].join(', ');
  return (
    <ButtonLink look="bare" to="/admin/inbox">
      {said === '' ? 'Inbox' : `Inbox (${said})`}
    </ButtonLink>
  );
}
