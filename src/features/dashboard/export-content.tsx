import { type Row, writeContentFile } from '../../content/write-content-file.ts';
import { useOutbox, useTakeSnapshot } from '../../engine/index.ts';
import { contentFileName, downloadText } from '../../lib/download-text.ts';
import { ownersDay } from '../../lib/owner-days.ts';
import { PartMissing } from '../../lib/part.ts';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';

/** TAKE-4: all content as one file, from this device, so it needs no connection. */
export function ExportContent() {
  const takeSnapshot = useTakeSnapshot();
  const { waiting, rejected } = useOutbox();
  const toast = useToast();
  const unsent = waiting.length + rejected.length;

  async function save() {
    const snapshot = await takeSnapshot().catch((error: unknown) =>
      error instanceof PartMissing ? 'part' : null,
    );
    if (snapshot === null || snapshot === 'part') {
      const what = snapshot === 'part' ? 'the part that exports' : 'all content';
      toast({ title: `Not exported: this device does not have ${what}`, look: 'danger' });
      return;
    }
    const content = new Map<string, Row[]>();
    for (const { table, row } of snapshot.changes) {
      const rows = content.get(table) ?? [];
      rows.push(row as Row);
      content.set(table, rows);
    }
    downloadText(contentFileName(ownersDay(snapshot.at)), writeContentFile(content));
    toast({ title: `${snapshot.changes.length} items exported` });
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="max-w-[65ch] text-small text-muted">
        All content as one file, which <code>npm run import</code> can read.
        {unsent > 0 && <span> Unsent edits are not included.</span>}
      </p>
      <Button onClick={() => void save()}>Export content</Button>
    </div>
  );
}
