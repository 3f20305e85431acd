import { dayAndTime } from '../../lib/in-words.ts';
import type { Instant } from '../../lib/millis.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { replyAddress } from './reply-address.ts';
import type { InboxMessage } from './use-inbox.ts';

/** INBOX-9: a stranger's words. They are text, and whichever way they run they stay in their box. */
export function MessageCard({
  message: { name, email, subject, message, at, is_read },
  now,
  canChange,
  onMark,
  onDelete,
}: {
  message: InboxMessage;
  now: Instant;
  canChange: boolean;
  onMark: () => void;
  onDelete: () => void;
}) {
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3 p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2 className="text-h3 wrap-anywhere">
          <bdi>{name}</bdi>
        </h2>
        {!is_read && <Chip>Unread</Chip>}
      </div>
      <p className="-mt-2 text-small text-muted wrap-anywhere">
        <bdi>{email}</bdi> · <time dateTime={at}>{dayAndTime(Date.parse(at), now)}</time>
      </p>
      {subject !== '' && (
        <p dir="auto" className="font-semibold wrap-anywhere">
          {subject}
        </p>
      )}
      <p dir="auto" className="max-w-[65ch] whitespace-pre-wrap wrap-anywhere">
        {message}
      </p>
      <div className="flex flex-wrap gap-3 pt-1 print:hidden">
        <a href={replyAddress({ email, subject })} className={buttonClass('quiet')}>
          Reply by e-mail
        </a>
        {canChange && (
          <>
            <Button onClick={onMark}>{is_read ? 'Mark as unread' : 'Mark as read'}</Button>
            <Button look="deletes" onClick={onDelete}>
              Delete
            </Button>
          </>
        )}
      </div>
    </Card>
  );
}
