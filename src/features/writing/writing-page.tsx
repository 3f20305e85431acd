import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import type { AnyForm } from '../../content/form/form.ts';
import { useOpenRow } from '../../content/form/use-open-row.ts';
import { NEW, writingAddress, writtenForm } from '../../content/forms.ts';
import { draftPlace, useDraftsAt, useEditor, usePlaces } from '../../engine/editing.ts';
import { type BaseRow, type Draft, list, useAccount } from '../../engine/index.ts';
import { asInRows } from '../../lib/uuid.ts';
import { Note } from '../../ui/note.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useFocusNearby } from '../../ui/use-focus-nearby.ts';
import { WritingForm } from './writing-form.tsx';

/**
 * `/admin/<section>/new` and `/admin/<section>/<id>`: an item's text has the window, its other fields are beside it.
 *
 * @param notice shown above the text; null for none
 */
export function WritingPage({ notice = null }: { notice?: ReactNode }) {
  const { section = '', id = '' } = useParams();
  const form = writtenForm(section);
  const near = useFocusNearby();
  return (
    <PageColumn>
      <div ref={near}>
        {form === null ? (
          <NothingToWrite words="Nothing is written at this address." />
        ) : (
          <TextOf
            key={form.kind.table}
            form={form}
            id={id === NEW ? null : asInRows(id)}
            notice={notice}
          />
        )}
      </div>
    </PageColumn>
  );
}

function TextOf({ form, id, notice }: { form: AnyForm; id: string | null; notice: ReactNode }) {
  const account = useAccount();
  const content = usePlaces(list(form.rowKind));
  const places = content.state === 'ready' ? content.items : [];
  const rows = places.flatMap(({ item, deletion }) => (deletion === null ? item : []));
  const { row, isGone } = useOpenRow<BaseRow>(rows, id ?? '');
  const sitting = useSitting(form, id);

  if (id !== null && row === null) {
    if (content.state === 'loading') return <Spinner label={`Loading ${form.one}`} />;
    return <NothingToWrite words={`There is no such ${form.one} on this device.`} />;
  }
  if (!account) return null;
  return (
    <FormWithDrafts
      // Keyed by account: one account must not see what another has typed.
      key={`${account.userId} ${sitting.key}`}
      account={account.userId}
      notice={notice}
      open={{ form, row, isGone, rows, ...sitting.open }}
    />
  );
}

type Open = Parameters<typeof WritingForm>[0]['open'];

/** The form, once its drafts have been read. */
function FormWithDrafts({
  account,
  open,
  notice,
}: {
  account: string;
  open: Omit<Open, 'drafts'>;
  notice: ReactNode;
}) {
  const drafts = useDraftsAt(account, draftPlace(open.form.kind.table, open.row?.id ?? null));
  if (drafts === undefined) return <div className="min-h-96" data-loading />;
  return <WritingForm open={{ ...open, drafts }} notice={notice} />;
}

/**
 * One sitting at a text. When a new item is saved for the first time it gets an address of its own, and everything else stays
 * as it is: the text, its caret and its undo.
 */
function useSitting(form: AnyForm, id: string | null) {
  const { drafts } = useEditor();
  const navigate = useNavigate();
  const { state } = useLocation();
  const [sitting, setSitting] = useState({ id, round: 0 });
  if (sitting.id !== id) setSitting({ id, round: sitting.round + 1 });
  const savedAt = useRef(Number.NEGATIVE_INFINITY);
  const shownId = useRef<string | null>(null);
  useLayoutEffect(() => {
    shownId.current = id;
    return () => {
      shownId.current = null;
    };
  }, [id]);

  const onStay = useCallback(
    (saved: string) => {
      const address = writingAddress(form, saved);
      if (id !== null || address === null) return;
      // In one render: as another sitting it would begin anew.
      flushSync(() => {
        setSitting((held) => ({ ...held, id: saved }));
        void navigate(address, { replace: true, state, preventScrollReset: true, flushSync: true });
      });
    },
    [form, id, navigate, state],
  );
  const onRestore = useCallback(
    async (draft: Draft, gone?: string) => {
      await drafts.give(draft, draft).catch(() => {});
      const address = writingAddress(form, null);
      if (gone === undefined || address === null)
        setSitting((held) => ({ ...held, round: held.round + 1 }));
      // Whoever has left the view stays where they are.
      else if (shownId.current === gone)
        void navigate(address, { replace: true, state, preventScrollReset: true });
    },
    [drafts, form, navigate, state],
  );
  return {
    key: sitting.round,
    open: { savedAt, onDone: () => {}, stays: true, onStay, onRestore },
  };
}

function NothingToWrite({ words }: { words: string }) {
  return (
    <div className="grid gap-6">
      <PageHeading title="Write" />
      <Note detail={<TextLink to="/admin">Open the dashboard</TextLink>}>{words}</Note>
    </div>
  );
}
