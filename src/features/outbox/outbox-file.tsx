import { type ReactNode, useRef, useState } from 'react';
import { isAsNamed } from '../../content/pictures/is-as-named.ts';
import { useEditor } from '../../engine/editing.ts';
import { type Imported, type ImportProgress, type NewFile, useOutbox } from '../../engine/index.ts';
import { counted, inThousands } from '../../lib/in-words.ts';
import { IMPORT_BYTES, IMPORT_COUNT } from '../../lib/limits.ts';
import { ownersDay } from '../../lib/owner-days.ts';
import { decodedText, downloadText, editsFileName } from '../../lib/text-files.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { importFailureInWords, notDoneInWords } from './not-done-words.ts';

/** Exports edits with their pictures to a file and imports them, as a backup or on another device. `progress` is null between imports. */
export function useOutboxFile() {
  const editor = useEditor();
  const { files } = useOutbox();
  const pictures = new Set(Object.values(files).flat()).size;
  const [news, setNews] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [progress, setProgress] = useState<ImportProgress | null>(null);

  function begin(): void {
    setNews('');
    setFailure(null);
  }

  async function exportAll(): Promise<void> {
    begin();
    try {
      const text = await editor.exportOutbox();
      downloadText(editsFileName(ownersDay(Date.now())), text);
      if (text.length > IMPORT_BYTES) setFailure(tooLargeLater);
      else if (pictures > 0) setNews(`Exported, with ${counted(pictures, 'picture file')}.`);
    } catch (error) {
      setFailure(notDoneInWords(error));
    }
  }

  async function importFrom(file: File): Promise<void> {
    if (progress !== null) return;
    begin();
    if (file.size > IMPORT_BYTES) return setFailure(tooLarge);
    let reached: ImportProgress = { done: 0, of: 0 };
    setProgress(reached);
    try {
      const onProgress = (next: ImportProgress) => {
        reached = next;
        setProgress(next);
      };
      const text = decodedText(new Uint8Array(await file.arrayBuffer()));
      const isRight = ({ name, bytes }: NewFile) => isAsNamed(name, new Uint8Array(bytes));
      const came = await editor.importOutbox(text, onProgress, isRight);
      setNews(importedInWords(came));
    } catch (error) {
      setFailure(importFailureInWords(error, reached));
    } finally {
      setProgress(null);
    }
  }

  return { news, failure, progress, exportAll, importFrom };
}

const megabytes = IMPORT_BYTES / 1_000_000;
const tooLarge = `This file is larger than ${megabytes} MB. At most ${inThousands(IMPORT_COUNT)} edits, or ${megabytes} MB, can be taken in at once. Nothing was changed.`;
const tooLargeLater = `The file was saved, but it is larger than ${megabytes} MB, which is more than an import takes. Send some of these edits first, then export again.`;

/** @param children more buttons, shown first */
export function OutboxFile({
  file: { news, failure, progress, exportAll, importFrom },
  isEmpty,
  children,
}: {
  file: ReturnType<typeof useOutboxFile>;
  isEmpty: boolean;
  children: ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  const isBusy = progress !== null;
  return (
    <div className="grid gap-3 print:hidden">
      <div className="flex flex-wrap gap-3">
        {children}
        {!isEmpty && <Button onClick={() => void exportAll()}>Export as JSON</Button>}
        <Button aria-disabled={isBusy} onClick={() => !isBusy && input.current?.click()}>
          {isBusy ? 'Importing…' : 'Import'}
        </Button>
        <input
          ref={input}
          type="file"
          accept="application/json,.json"
          aria-label="File to import edits from"
          hidden
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file !== undefined) void importFrom(file);
            // Choosing the same file again must fire another change event.
            currentTarget.value = '';
          }}
        />
      </div>
      <p role="status" className="text-small text-muted tabular-nums empty:hidden">
        {progress === null ? news : progressInWords(progress)}
      </p>
      {progress !== null && (
        <progress
          aria-label="Import"
          max={Math.max(1, progress.of)}
          value={progress.done}
          className="h-2 w-full max-w-[24rem] accent-accent"
        />
      )}
      {failure !== null && <Alert>{failure}</Alert>}
    </div>
  );
}

function progressInWords({ done, of }: ImportProgress): string {
  if (of === 0) return 'Reading the file…';
  return `${inThousands(done)} of ${inThousands(of)} edits imported…`;
}

/** The page does not list the edits of others, so the message says that there are some. */
function importedInWords({ own, others }: Imported): string {
  if (own + others === 0) return 'Nothing new: every edit in this file is here already.';
  if (others === 0) return `${counted(own, 'edit')} imported.`;
  const theirs = `${counted(others, 'edit')} by someone else imported`;
  return own === 0 ? `${theirs}.` : `${counted(own, 'edit')} of yours and ${theirs}.`;
}
