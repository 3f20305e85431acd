import { type ReactNode, useRef, useState } from 'react';
import { downloadText } from '../../lib/download-text.ts';
import { editsFileName } from '../../lib/edits-file-name.ts';
import { useEditor } from '../../store/editing.tsx';
import type { Imported } from '../../store/outbox-file.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { importFailureInWords } from './failure-words.ts';
import { editsInWords } from './waiting-words.ts';

/**
 * Edits to a file and back, to be taken to safety or to another device.
 *
 * @param children what else can be done, before it
 */
export function OutboxFile({ isEmpty, children }: { isEmpty: boolean; children: ReactNode }) {
  const editor = useEditor();
  const input = useRef<HTMLInputElement>(null);
  const [news, setNews] = useState('');
  const [failure, setFailure] = useState<string | null>(null);

  async function attempt(job: () => Promise<string>): Promise<void> {
    setNews('');
    setFailure(null);
    await job().then(setNews, (error: unknown) => setFailure(importFailureInWords(error)));
  }

  async function exportAll(): Promise<string> {
    downloadText(editsFileName(new Date()), await editor.exportOutbox());
    return '';
  }

  async function importFrom(file: File): Promise<string> {
    return importedInWords(await editor.importOutbox(await file.text()));
  }

  return (
    <div className="grid gap-3 print:hidden">
      <div className="flex flex-wrap gap-3">
        {children}
        {!isEmpty && <Button onClick={() => void attempt(exportAll)}>Export as JSON</Button>}
        <Button onClick={() => input.current?.click()}>Import</Button>
        <input
          ref={input}
          type="file"
          accept="application/json,.json"
          aria-label="File to import edits from"
          hidden
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file !== undefined) void attempt(() => importFrom(file));
            // The same file, chosen again, is a change again.
            currentTarget.value = '';
          }}
        />
      </div>
      <p role="status" className="text-small text-muted empty:hidden">
        {news}
      </p>
      {failure !== null && <Alert>{failure}</Alert>}
    </div>
  );
}

/** Of others' edits, which stand nowhere on the page, it says whose they are. */
function importedInWords({ own, others }: Imported): string {
  if (own + others === 0) return 'Nothing new came in: every edit of this file is here already.';
  if (others === 0) return `${editsInWords(own)} came in.`;
  const theirs = `${editsInWords(others)} of someone else came in`;
  return own === 0 ? `${theirs}.` : `${editsInWords(own)} of yours and ${theirs}.`;
}
