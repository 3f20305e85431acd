import { type ReactNode, useState } from 'react';
import { gatherPictures } from '../../content/pictures/gather-pictures.ts';
import { type Row, writeContentFile } from '../../content/write-content-file.ts';
import { contentFile, writeContentZip } from '../../content/write-content-zip.ts';
import { useEditor } from '../../engine/editing.ts';
import { useOutbox, useTakeSnapshot } from '../../engine/index.ts';
import { counted, inThousands } from '../../lib/in-words.ts';
import { ownersDay } from '../../lib/owner-days.ts';
import { loadPart, PartMissing } from '../../lib/part.ts';
import { pictureFilesIn } from '../../lib/site-picture.ts';
import {
  contentFileName,
  downloadFile,
  downloadText,
  markdownFileName,
} from '../../lib/text-files.ts';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';

interface Progress {
  readonly done: number;
  readonly of: number;
}

/**
 * TAKE-4, PICTURE-6, MOVE-16: all content with its pictures as one file, from this device, so it needs no connection.
 *
 * @param children what brings content in, beside it
 */
export function ExportContent({ children }: { children: ReactNode }) {
  const takeSnapshot = useTakeSnapshot();
  const { fileOf } = useEditor();
  const { waiting, rejected } = useOutbox();
  const toast = useToast();
  const [progress, setProgress] = useState<Progress | null>(null);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const unsent = waiting.length + rejected.length;

  async function save(form: 'rows' | 'markdown') {
    const snapshot = await takeSnapshot().catch((error: unknown) => {
      if (error instanceof PartMissing) throw error;
      return null;
    });
    if (snapshot === null) return void toast(lacking('all content'));
    const content = new Map<string, Row[]>();
    for (const { table, row } of snapshot.changes) {
      const rows = content.get(table) ?? [];
      rows.push(row as Row);
      content.set(table, rows);
    }
    const day = ownersDay(snapshot.at);
    if (form === 'markdown') {
      const { markdownFolder } = await loadPart(() => import('./markdown-folder.ts'));
      const { files, pictures } = markdownFolder(content, snapshot.epoch);
      downloadFile(markdownFileName(day), await zipped(files, pictures));
    } else {
      const text = writeContentFile(content);
      const names = pictureFilesIn(text);
      if (names.length === 0) downloadText(contentFileName(day), text);
      else downloadFile(contentFileName(day, 'zip'), await zipped([contentFile(text)], names));
    }
    toast({ title: `${snapshot.changes.length} items exported` });
  }

  async function zipped(
    texts: Parameters<typeof writeContentZip>[0],
    names: readonly string[],
  ): Promise<Blob> {
    const absent: string[] = [];
    let done = 0;
    const pictures = gatherPictures(names, { fileOf }, (name, isHere) => {
      if (!isHere) absent.push(name);
      done += 1;
      setProgress({ done, of: names.length });
    });
    const zip = await writeContentZip(texts, pictures);
    setMissing(absent);
    return zip;
  }

  async function start(form: 'rows' | 'markdown') {
    if (progress !== null) return;
    setMissing([]);
    setProgress({ done: 0, of: 0 });
    try {
      await save(form);
    } catch (error) {
      if (error instanceof PartMissing) return void toast(lacking('the part that exports'));
      const detail = error instanceof Error ? error.message : String(error);
      toast({ title: 'Not exported', detail, look: 'danger' });
    } finally {
      setProgress(null);
    }
  }

  return (
    <div className="after-content grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-[65ch] text-small text-muted">
          All content as one file, with its pictures, which <code>npm run import</code> can read.
          Markdown is a zip of a folder, which Obsidian, Hugo and git can read, too.
          {unsent > 0 && <span> Unsent edits are not included.</span>}
        </p>
        <div className="flex flex-wrap gap-3">
          {children}
          <Button aria-disabled={progress !== null} onClick={() => void start('markdown')}>
            Export as Markdown
          </Button>
          <Button aria-disabled={progress !== null} onClick={() => void start('rows')}>
            {progress === null ? 'Export content' : 'Exporting…'}
          </Button>
        </div>
      </div>
      <p role="status" className="text-small text-muted tabular-nums empty:hidden">
        {progress !== null && progress.of > 0
          ? `${inThousands(progress.done)} of ${counted(progress.of, 'picture file')} gathered…`
          : missingInWords(missing)}
      </p>
      {missing.length > 0 && (
        <details className="text-small">
          <summary className="py-2">Which ones</summary>
          <ul className="grid gap-1 break-all">
            {missing.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

const lacking = (what: string) => ({
  title: `Not exported: this device does not have ${what}`,
  look: 'danger' as const,
});

function missingInWords(missing: readonly string[]): string {
  // A card can be made up for: the picture itself takes its place.
  const pictures = missing.filter((name) => !/-card\.\w+$/.test(name));
  if (missing.length === 0) return '';
  if (pictures.length === 0)
    return `All pictures are in the file. ${counted(missing.length, 'smaller copy', 'smaller copies')} for phones could not be had; an import uses the pictures themselves.`;
  return `Not in the file: ${counted(pictures.length, 'picture')} that this device does not have and could not get.`;
}
