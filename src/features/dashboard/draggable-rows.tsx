import {
  type CollisionDetection,
  DndContext,
  DragOverlay,
  useDraggable,
  useDroppable,
} from '@dnd-kit/core';
import {
  createContext,
  type HTMLAttributes,
  type ReactNode,
  useContext,
  useId,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import type { PinSpot } from '../../content/learnings/pinned.ts';
import { autoScroll, dropLine, gripHelp, useDragSensors, withoutWords } from '../../ui/dragging.ts';
import { Icon } from '../../ui/icon.tsx';
import { useLift } from '../../ui/use-lift.ts';

/** How a kind's rows are moved in its list. */
export interface Arrangement<Row> {
  /** The kind in the singular. */
  readonly one: string;
  /** Quoted and shortened. */
  readonly nameOf: (row: Row) => string;
  /** In the order of the list. */
  readonly rows: readonly Row[];
  readonly spotOf: (row: Row) => PinSpot;
  readonly isSame: (a: PinSpot, b: PinSpot) => boolean;
  /** 'Pinned, 2 of 5' */
  readonly inWords: (row: Row, spot: PinSpot) => string;
  /** Where it comes to stand if it is dropped behind so many others. */
  readonly spotAt: (row: Row, wanted: number) => PinSpot;
  /** Where a key moves it, if it is lifted; null for a key that moves nothing. */
  readonly moved: (row: Row, to: PinSpot, key: string) => PinSpot | null;
  /** @returns the sentence that says so, or null if it was not moved */
  readonly move: (row: Row, to: PinSpot, part: 'grip' | null) => Promise<string | null>;
}

/** A row's place beside a line, and the props by which it is moved. */
interface RowDrag {
  readonly line: 'before' | 'after' | null;
  readonly isHeld: boolean;
  readonly isLifted: boolean;
  readonly grip: HTMLAttributes<HTMLButtonElement>;
  readonly name: string;
  readonly helpId: string;
}

const lines = {
  before: `${dropLine} before:-top-[3px]`,
  after: `${dropLine} before:-bottom-[3px]`,
};

const Dragging = createContext<(id: string) => RowDrag | null>(() => null);

/**
 * ORDER-1: rows that are dragged, or lifted by keyboard, as cards on a board are (A5, A7).
 *
 * @param arrangement undefined for a kind that has only one order
 * @param isOn false while the list is not in its own order, or not whole
 */
export function DraggableRows<Row extends { readonly id: string }>({
  arrangement,
  isOn,
  children,
}: {
  arrangement: Arrangement<Row> | undefined;
  isOn: boolean;
  children: ReactNode;
}) {
  if (arrangement === undefined) return children;
  return (
    <ArrangedRows arrangement={arrangement} isOn={isOn}>
      {children}
    </ArrangedRows>
  );
}

function ArrangedRows<Row extends { readonly id: string }>({
  arrangement: of,
  isOn,
  children,
}: {
  arrangement: Arrangement<Row>;
  isOn: boolean;
  children: ReactNode;
}) {
  const list = useRef<HTMLDivElement>(null);
  const helpId = useId();
  const [announcement, announce] = useState('');
  const [drag, setDrag] = useState<{ id: string; wanted: number | null } | null>(null);

  async function drop(row: Row, to: PinSpot, part: 'grip' | null): Promise<void> {
    const said = await of.move(row, to, part);
    if (said !== null) announce(said);
  }

  const { lift, grip } = useLift<Row, PinSpot>(
    {
      nameOf: of.nameOf,
      spotOf: of.spotOf,
      isSame: of.isSame,
      inWords: of.inWords,
      moved: of.moved,
      onMoved: ({ index }) => {
        // The focus stays on the grip, which may be far from there.
        const near = of.rows[index] ?? of.rows.at(-1);
        if (near !== undefined)
          rowIn(list.current, near.id)?.scrollIntoView?.({ block: 'nearest' });
      },
      onDropped: (row, to) => void drop(row, to, 'grip'),
      gripOf: (id) => rowIn(list.current, id)?.querySelector('[data-part=grip]') ?? null,
    },
    announce,
  );

  const inHand = of.rows.find(({ id }) => id === (drag ?? lift)?.id);
  const to = inHand === undefined ? null : destination(inHand);

  /** Where a drop would put it; null where that would change nothing. */
  function destination(row: Row): PinSpot | null {
    const spot =
      drag === null
        ? (lift?.to ?? null)
        : drag.wanted === null
          ? null
          : of.spotAt(row, drag.wanted);
    return spot === null || of.isSame(spot, of.spotOf(row)) ? null : spot;
  }

  const others = to === null ? [] : of.rows.filter(({ id }) => id !== inHand?.id);
  const beside =
    to === null
      ? null
      : to.index < others.length
        ? { id: others[to.index]?.id, line: 'before' as const }
        : { id: others.at(-1)?.id, line: 'after' as const };
  const byId = new Map(isOn ? of.rows.map((row) => [row.id, row]) : []);

  function dragOf(id: string): RowDrag | null {
    const row = byId.get(id);
    if (row === undefined) return null;
    return {
      line: beside?.id === id ? beside.line : null,
      isHeld: inHand?.id === id,
      isLifted: lift?.id === id,
      grip: grip(row),
      name: of.nameOf(row),
      helpId,
    };
  }

  return (
    <Dragging value={dragOf}>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <p id={helpId} hidden>
        {gripHelp(of.one)}
      </p>
      <DndContext
        sensors={useDragSensors()}
        collisionDetection={underPointer}
        accessibility={withoutWords}
        autoScroll={autoScroll}
        onDragStart={({ active }) => setDrag({ id: String(active.id), wanted: null })}
        onDragMove={({ active, collisions }) => {
          const wanted = wantedOf(collisions);
          setDrag((now) => (now?.wanted === wanted ? now : { id: String(active.id), wanted }));
        }}
        onDragEnd={({ collisions }) => {
          setDrag(null);
          const wanted = wantedOf(collisions);
          if (inHand === undefined || wanted === null) return;
          const spot = of.spotAt(inHand, wanted);
          if (!of.isSame(spot, of.spotOf(inHand))) void drop(inHand, spot, null);
        }}
        onDragCancel={() => setDrag(null)}
      >
        <DropArea list={list}>{children}</DropArea>
        {createPortal(
          <DragOverlay dropAnimation={null}>
            {drag !== null && inHand !== undefined && (
              <p className="line-clamp-2 cursor-grabbing rounded-control border border-hairline bg-surface px-3 py-2 font-semibold shadow-lifted print:hidden">
                {of.nameOf(inHand)}
              </p>
            )}
          </DragOverlay>,
          document.body,
        )}
      </DndContext>
    </Dragging>
  );
}

function DropArea({
  list,
  children,
}: {
  list: { current: HTMLDivElement | null };
  children: ReactNode;
}) {
  const { setNodeRef } = useDroppable({ id: 'rows', data: { list } });
  return (
    <div
      ref={(element) => {
        list.current = element;
        // dnd-kit scrolls what scrolls this node.
        setNodeRef(element);
      }}
    >
      {children}
    </div>
  );
}

/** The element of a row, which shows the line at its edge; the row is dragged by its name, or by its grip. */
export function DraggableRow({
  id,
  isOff,
  children,
}: {
  id: string;
  /** While rows are selected, or where this one is deleted. */
  isOff: boolean;
  /** @param handle the props of the element by which the row is dragged, beside its grip; null where it is not */
  children: (grip: ReactNode, handle: HTMLAttributes<HTMLElement> | null) => ReactNode;
}) {
  const found = useContext(Dragging)(id);
  const drag = isOff ? null : found;
  const { setNodeRef, listeners } = useDraggable({ id, disabled: drag === null });
  return (
    <div
      ref={setNodeRef}
      data-row={id}
      className={`@container relative scroll-my-20 py-2 ${found?.line ? lines[found.line] : ''} ${drag?.isHeld ? 'text-muted print:text-ink' : ''}`}
    >
      {children(
        drag === null ? null : <Grip drag={drag} listeners={listeners} />,
        drag === null ? null : { ...listeners },
      )}
    </div>
  );
}

function Grip({ drag, listeners }: { drag: RowDrag; listeners: object | undefined }) {
  return (
    <button
      type="button"
      data-part="grip"
      aria-label={`Drag ${drag.name}`}
      aria-describedby={drag.helpId}
      aria-pressed={drag.isLifted}
      {...listeners}
      {...drag.grip}
      className="-mr-3 -ml-2 grid min-h-11 w-7 shrink-0 cursor-grab touch-none place-items-center self-stretch rounded-control text-muted hover:text-ink focus-visible:-outline-offset-2 print:hidden"
    >
      <Icon name="grip" />
    </button>
  );
}

/** How many of the other rows lie above the pointer, as a collision for dnd-kit. Measured anew each time, because the page may scroll. */
const underPointer: CollisionDetection = ({
  active,
  droppableContainers,
  pointerCoordinates: pointer,
}) => {
  const [area] = droppableContainers;
  const list: HTMLElement | null | undefined = area?.data.current?.list?.current;
  if (pointer === null || area === undefined || !list) return [];
  const { left, right, top, bottom } = list.getBoundingClientRect();
  if (pointer.x < left || pointer.x > right || pointer.y < top || pointer.y > bottom) return [];
  const others = [...list.querySelectorAll<HTMLElement>('[data-row]')].filter(
    (row) => row.dataset.row !== active.id && row.querySelector('[data-part=deleted]') === null,
  );
  const wanted = others.filter((row) => {
    const box = row.getBoundingClientRect();
    return box.top + box.height / 2 < pointer.y;
  }).length;
  return [{ id: area.id, data: { wanted } }];
};

function wantedOf(collisions: ReturnType<CollisionDetection> | null): number | null {
  const first = collisions?.[0];
  return first === undefined ? null : Number(first.data?.wanted ?? 0);
}

function rowIn(list: HTMLElement | null, id: string): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-row="${id}"]`) ?? null;
}
