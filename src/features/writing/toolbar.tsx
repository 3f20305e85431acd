import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import {
  bold,
  bullets,
  type Command,
  code,
  fence,
  heading,
  italic,
  linkTo,
  numbers,
  pageLink,
  pictureAt,
  quote,
  taskList,
} from './commands.ts';
import { applyEdit, selectedIn } from './text-edit.ts';

interface Tool {
  readonly name: string;
  /** What it makes of the text; or it lets pictures be chosen. */
  readonly command: Command | 'choose';
  /** In the box; as `aria-keyshortcuts` has it. */
  readonly keys?: string;
  readonly drawing: string;
}

/** Drawings as in ui/icon.tsx, which visitors load. */
const tools: readonly Tool[] = [
  { name: 'Heading', command: heading, drawing: 'M6 5v14M18 5v14M6 12h12' },
  {
    name: 'Bold',
    command: bold,
    keys: 'Control+B Meta+B',
    drawing: 'M7 5h6a3.5 3.5 0 0 1 0 7H7zM7 12h7a3.5 3.5 0 0 1 0 7H7z',
  },
  {
    name: 'Italic',
    command: italic,
    keys: 'Control+I Meta+I',
    drawing: 'M10 5h8M6 19h8M14 5l-4 14',
  },
  {
    name: 'Link',
    command: linkTo,
    keys: 'Control+K Meta+K',
    drawing:
      'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.7-5.7L12 7.2M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.7 5.7l1.3-1.4',
  },
  {
    name: 'Link to a page of this site',
    command: pageLink,
    drawing: 'M9 4H5v16h4M15 4h4v16h-4M10 12h4',
  },
  {
    name: 'Bulleted list',
    command: bullets,
    drawing: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  },
  {
    name: 'Numbered list',
    command: numbers,
    drawing: 'M10 6h10M10 12h10M10 18h10M4 5l1.5-1v5M4 15.5c0-2 3-2 3 0 0 1-3 2-3 3.5h3',
  },
  { name: 'Task list', command: taskList, drawing: 'M4 4h16v16H4zM8 12l3 3 5-6' },
  { name: 'Quote', command: quote, drawing: 'M5 5v14M10 8h10M10 12h10M10 16h6' },
  { name: 'Code', command: code, keys: 'Control+E Meta+E', drawing: 'M8 7l-5 5 5 5M16 7l5 5-5 5' },
  { name: 'Code block', command: fence, drawing: 'M4 4h16v16H4zM10 9l-3 3 3 3M14 9l3 3-3 3' },
  {
    name: 'Picture',
    command: 'choose',
    drawing: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9a.5.5 0 1 0 .01 0z',
  },
];

/** What can be made of the text, for those who know no Markdown or have no keys. Arrow keys go from tool to tool. */
export function Toolbar({
  box,
  boxId,
  onPictures,
}: {
  box: RefObject<HTMLTextAreaElement | null>;
  boxId: string;
  onPictures: (files: readonly File[]) => void;
}) {
  const bar = useRef<HTMLDivElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const [reached, setReached] = useState(0);

  function onKeyDown(event: KeyboardEvent) {
    const last = tools.length - 1;
    const to = { ArrowRight: reached + 1, ArrowLeft: reached - 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const place = (to + tools.length) % tools.length;
    setReached(place);
    bar.current?.querySelectorAll('button')[place]?.focus();
  }

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label="Formatting"
      aria-controls={boxId}
      onKeyDown={onKeyDown}
      // A button takes the focus, and with it the caret and a phone's keyboard.
      onMouseDown={(event) => event.preventDefault()}
      className="flex overflow-x-auto rounded-control border border-hairline bg-paper p-0.5"
    >
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          onPictures([...(currentTarget.files ?? [])]);
          // The same file again is a choice, too.
          currentTarget.value = '';
        }}
      />
      {tools.map(({ name, command, keys, drawing }, place) => (
        <button
          key={name}
          type="button"
          aria-label={name}
          title={name}
          aria-keyshortcuts={keys}
          tabIndex={place === reached ? 0 : -1}
          onFocus={() => setReached(place)}
          onClick={() => {
            if (box.current === null) return;
            const selected = selectedIn(box.current);
            // An address that is selected is a picture already.
            if (command !== 'choose') applyEdit(box.current, command(selected));
            else if (selected.from < selected.to) applyEdit(box.current, pictureAt(selected));
            else chooser.current?.click();
          }}
          className="grid size-11 shrink-0 place-items-center rounded-control text-muted transition-colors hover:bg-sunken hover:text-ink focus-visible:-outline-offset-2"
        >
          <svg
            viewBox="0 0 24 24"
            aria-hidden="true"
            className="size-5"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
            strokeLinejoin="round"
          >
            <path d={drawing} />
          </svg>
        </button>
      ))}
    </div>
  );
}
