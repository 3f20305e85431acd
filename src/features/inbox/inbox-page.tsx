import { useState } from 'react';
import { ForAdmins } from '../../content/for-admins.tsx';
import { counted, inThousands } from '../../lib/in-words.ts';
import { MINUTE_MS } from '../../lib/limits.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Note } from '../../ui/note.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useNow } from '../../ui/use-now.ts';
import { MessageCard } from './message-card.tsx';
import { type InboxAsked, type InboxMessage, useInbox } from './use-inbox.ts';

/** INBOX-6: what visitors have written. */
export function InboxPage() {
  return (
    <ForAdmins title="Inbox">
      <Inbox />
    </ForAdmins>
  );
}

function Inbox() {
  const inbox = useInbox();
  const { asked, problem, isWorking, again, open } = inbox;
  const [leaving, setLeaving] = useState<InboxMessage | null>(null);
  if (asked.state === 'asking') return <Spinner label="Loading messages..." labelShown />;
  if (asked.state === 'failed')
    return <Alert action={<Button onClick={again}>Try again</Button>}>{asked.words}</Alert>;
  return (
    <div className="grid max-w-[48rem] grid-cols-[minmax(0,1fr)] gap-6">
      {asked.isEarlier && (
        <Note
          line="plain"
          detail="These are the messages that it told last. None can be changed now."
        >
          The server can’t be reached.
        </Note>
      )}
      <Door asked={asked} isWorking={isWorking} open={open} again={again} />
      {problem !== null && <Alert>{problem}</Alert>}
      <Messages asked={asked} inbox={inbox} onDelete={setLeaving} />
      <Dialog open={leaving !== null} onClose={() => setLeaving(null)} label="Delete a message">
        <div className="grid gap-4 p-5">
          <h2 className="text-h3">Delete this message for good?</h2>
          <p className="wrap-anywhere">
            It is from <bdi>{leaving?.name}</bdi>.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button
              look="danger"
              onClick={() => {
                if (leaving !== null) void inbox.remove(leaving.id);
                setLeaving(null);
              }}
            >
              Delete
            </Button>
            <Button onClick={() => setLeaving(null)}>Keep it</Button>
          </div>
        </div>
      </Dialog>
    </div>
  );
}

type Told = Extract<InboxAsked, { state: 'told' }>;

/** INBOX-2 */
function Door({
  asked: { is_open, isEarlier },
  isWorking,
  open,
  again,
}: {
  asked: Told;
  isWorking: boolean;
  open: (isOpen: boolean) => Promise<void>;
  again: () => void;
}) {
  if (isEarlier)
    return (
      <div className="flex">
        <Button onClick={again}>Try again</Button>
      </div>
    );
  const button = (
    <Button aria-disabled={isWorking} onClick={() => void open(!is_open)}>
      {is_open ? 'Close the inbox' : 'Open the inbox'}
    </Button>
  );
  if (!is_open)
    return (
      <Alert action={button}>
        The inbox is closed. What visitors send waits on their devices until you open it.
      </Alert>
    );
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="text-muted">The inbox is open.</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={again}>Look again</Button>
        {button}
      </div>
    </div>
  );
}

function Messages({
  asked,
  inbox: { isWorking, mark, more },
  onDelete,
}: {
  asked: Told;
  inbox: ReturnType<typeof useInbox>;
  onDelete: (message: InboxMessage) => void;
}) {
  const now = useNow(MINUTE_MS);
  const { messages, total, unread, isEarlier } = asked;
  if (messages.length === 0) return <Note>No messages.</Note>;
  const unreadHere = messages.filter(({ is_read }) => !is_read).map(({ id }) => id);
  const rest = total - messages.length;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="text-small text-muted">
          {`${counted(total, 'message')}, ${inThousands(unread)} unread`}
        </p>
        {unreadHere.length > 0 && !isEarlier && (
          <Button aria-disabled={isWorking} onClick={() => void mark(unreadHere, true)}>
            Mark all as read
          </Button>
        )}
      </div>
      <ul aria-label="Messages" className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {messages.map((message) => (
          <li key={message.id}>
            <MessageCard
              message={message}
              now={now}
              canChange={!isEarlier}
              onMark={() => void mark([message.id], !message.is_read)}
              onDelete={() => onDelete(message)}
            />
          </li>
        ))}
      </ul>
      {rest > 0 && !isEarlier && (
        <div className="flex">
          <Button aria-disabled={isWorking} onClick={() => void more()}>
            {`Show more of the other ${inThousands(rest)}`}
          </Button>
        </div>
      )}
    </>
  );
}
