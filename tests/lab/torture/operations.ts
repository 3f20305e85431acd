import fc from 'fast-check';
import type { Learned } from './learned-column.ts';
import { type Fault, faults, faultsOfFiles } from './network.ts';

/** Everything that can happen in a history. Numbers choose among the present items, counted round. */

export const tables = [
  'projects',
  'tasks',
  'commentaries',
  'ai_tools',
  'friends',
  'current_listening',
  'learnings',
  'resources',
] as const;
export type TableName = (typeof tables)[number];

/** Of which everybody sees only what is published. */
const publishedTables = [
  'projects',
  'commentaries',
  'ai_tools',
  'learnings',
  'resources',
] as const satisfies readonly TableName[];
export type PublishedTable = (typeof publishedTables)[number];

/** With a project whose picture has not been sent. */
const nexts = [
  /** Both wait for the project. */
  'a task',
  'a deletion',
  /** With these nothing is sent meanwhile. */
  'another picture',
  'a discard',
  'the same picture elsewhere, and a discard',
  'a file for another device',
] as const;
export type Next = (typeof nexts)[number];

/** The server's verdict on a value: accepted, refused at once, or refused when the transaction ends. */
export type Fate = 'fine' | 'refused' | 'refused late';

export type Operation =
  // On a screen of a device.
  | { do: 'add'; device: number; table: TableName; fate: Fate }
  | { do: 'add draft'; device: number; table: PublishedTable; fate: Fate }
  | {
      do: 'publish';
      device: number;
      table: PublishedTable;
      row: number;
      to: 'draft' | 'now' | 'later';
    }
  | { do: 'add with tasks'; device: number; fate: Fate; tasks: number }
  /** An edit that names a picture, one of a few: a new row, or a change of one. */
  | {
      do: 'add picture';
      device: number;
      table: TableName;
      row: number | null;
      picture: number;
      fate: Fate;
      holds: boolean;
    }
  /** A project with a picture, which waits for its file, and what its author does next. */
  | {
      do: 'add project with picture';
      device: number;
      picture: number;
      fault: Fault;
      /** How many requests of files go well before the fault: of a file in parts, its beginning and parts. */
      spares?: number;
      next: Next;
    }
  | { do: 'change'; device: number; table: TableName; row: number; column: number; fate: Fate }
  | { do: 'delete'; device: number; table: TableName; row: number; holds: boolean }
  | { do: 'move'; device: number; row: number; status: number; index: number }
  | { do: 'set current'; device: number; row: number }
  | { do: 'take back' | 'discard' | 'retry' | 'restore'; device: number; which: number }
  /** Somebody moves to an Undo offer, or leaves it. */
  | { do: 'attend' | 'leave'; device: number; which: number }
  /** A row is deleted, and everything that waits is to be sent now. */
  | { do: 'send now'; device: number; table: TableName; row: number }
  /**
   * A row is deleted, somebody stays at its Undo for a while, and then presses it, or leaves it until it may be too
   * late; or they are still there when other things happen.
   */
  | {
      do: 'hesitate';
      device: number;
      table: TableName;
      row: number;
      ms: number;
      leaves: boolean;
      stays?: boolean;
    }
  /**
   * A pull has read a row while another tab's edit of it is sent and answered, and the pull's answer arrives
   * afterwards.
   */
  | { do: 'overtake'; device: number; table: TableName; row: number; gone: boolean; lost: boolean }
  | { do: 'carry over'; device: number; to: number }
  /** The answer to one tab's push arrives when the row has been deleted and another tab knows it. */
  | { do: 'outlive'; device: number; table: TableName; row: number }
  /** An edit that was not sent is carried to another device, and its row is changed once more. */
  | { do: 'carry over early'; device: number; to: number; table: TableName; row: number }
  | { do: 'refresh'; device: number }
  /** The network goes away in the middle of an exchange, with edits before and after. */
  | { do: 'tunnel'; device: number; table: TableName; row: number }
  /** A row is edited, changed elsewhere, pulled, and edited again, before any edit of it is sent. */
  | { do: 'edit what came'; device: number; table: TableName; row: number }
  /** The tags of a resource are edited, and again before the answer: the server stores them in another form. */
  | { do: 'retag'; device: number; row: number }
  /** Edits are made on a line that carries one of them in time, or not even one. */
  | { do: 'creep'; device: number; carries: 'one edit' | 'no edit' }
  /** A row is deleted, and the clock is set back a little while that can be undone. */
  | { do: 'set back'; device: number; table: TableName; row: number }
  /** Another account signs in where an edit waits; it changes the same row, and exports and discards what it can. */
  | { do: 'share'; device: number; table: TableName; row: number }
  /** A track is chosen where none was, and another one elsewhere before that choice is sent. */
  | { do: 'choose beside'; device: number; row: number }
  // The device whose screen it is.
  | { do: 'sign in'; device: number; account: number }
  | { do: 'sign out'; device: number }
  | { do: 'expire' | 'revoke'; account: number }
  | { do: 'role'; account: number; admin: boolean }
  /** A device asks whether its account is an admin. */
  | { do: 'ask for the role'; device: number }
  /** A draft is on the device, and the id of one in another row, and its reader goes; meanwhile an answer to them is under way. */
  | { do: 'hand over'; device: number; to: HandedOver; meanwhile: 'offline' | 'late' | null }
  // On the server, by plain SQL.
  | { do: 'sql add' | 'sql change' | 'sql delete'; table: TableName; row: number }
  | { do: 'sql together'; row: number }
  /** A catch-up stops between two pages, and the server forgets what the first of them was about. */
  | { do: 'midway'; device: number; row: number; how: 'reset' | 'prune' }
  | { do: 'leave open'; row: number; rowFirst: boolean }
  /** A transaction begins before others commit and are read, and writes afterwards. */
  | { do: 'write late'; device: number; row: number }
  | { do: 'past the triggers'; row: number }
  /** The time of a scheduled row comes. */
  | { do: 'time comes'; row: number }
  /** By the database's clock the time of a row that is shown has not come yet. */
  | { do: 'clock jumps back'; table: PublishedTable; row: number }
  | { do: 'reset' | 'prune' }
  /** The server's files are gone; or it takes none, or takes them again. */
  | { do: 'empty the bucket' }
  | { do: 'refuse files'; because: 'too large' | 'no bucket' | null }
  // Troubles of devices.
  /** The next requests meet a fault; or the next pushes, which are few among them. */
  | { do: 'network'; device: number; fault: Fault; count: number; of?: 'all' | 'pushes' | 'files' }
  | { do: 'offline' | 'online' | 'hide' | 'show'; device: number }
  | { do: 'open tab' | 'close tab' | 'restart' | 'upgrade' | 'cut storage'; device: number }
  /** For a while one of several tabs hears nothing of what the others store; then all of it, once or twice. */
  | { do: 'fall behind'; device: number; which: number; ms: number; twice: boolean }
  /** For a while the browser puts a tab away that nobody uses. It never hears what it has missed. */
  | { do: 'go away'; device: number; ms: number }
  /**
   * A device's last visit was with an app whose mirror had this version; today's opens, in one tab or more. Before one of the
   * writes that bring the mirror over, its process may die, or its disk be full.
   */
  | {
      do: 'older app';
      device: number;
      version: 2 | 3;
      tabs: number;
      fault: { at: number; is: 'dies' | 'full' } | null;
    }
  /** A device's app is one that knows a column, that knows it by another name, or that does not. */
  | { do: 'learn'; device: number; learned: Learned }
  | { do: 'rename column' }
  /**
   * The column is edited in an app that knows it by this name, whatever its name in the database. Or it has just been renamed,
   * and the app knows it by its new name, which the rows on the device do not have yet.
   */
  | {
      do: 'edit column';
      device: number;
      learned: 'note' | 'remark';
      row: number;
      fate: Fate;
      renames: boolean;
    }
  /** Two tabs write rows of the same kinds: one, then the other, then both. */
  | { do: 'write both'; device: number; table: TableName; row: number }
  | { do: 'die'; device: number; writes: number }
  | { do: 'fill up'; device: number; writes: number; times: number }
  | { do: 'clock'; device: number; days: number }
  | { do: 'pass'; ms: number }
  | { do: 'turn'; ticks: number };

/** Who has a device next. */
export type HandedOver = 'nobody' | 'another admin' | 'a reader' | 'the same, no admin any more';

/** Devices of a history. */
export const DEVICES = 4;
export const ACCOUNTS = 3;

const device = fc.nat(DEVICES - 1);
const account = fc.nat(ACCOUNTS - 1);
const row = fc.nat(5);
const table = fc.constantFrom(...tables);
const published = fc.constantFrom(...publishedTables);
const fate = fc.constantFrom<Fate>('fine', 'fine', 'fine', 'fine', 'refused', 'refused late');

/** A while. */
const ms = fc.constantFrom(500, 4_000, 25_000);

/** The names of all operations that can happen. */
export const operationNames = new Set<Operation['do']>();
const named = <Name extends Operation['do']>(...names: Name[]) => {
  for (const name of names) operationNames.add(name);
  return fc.constantFrom(...names);
};
/** What tells most about files that are sent. The others are met by few, since few files are sent. */
const likely: readonly Fault[] = ['answer late', '503', 'request lost', 'answer lost'];

const weighted: [number, fc.Arbitrary<Operation>][] = [
  [6, fc.record({ do: named('add'), device, table, fate })],
  [4, fc.record({ do: named('add draft'), device, table: published, fate })],
  [
    8,
    fc.record({
      do: named('publish'),
      device,
      table: published,
      row,
      to: fc.constantFrom('draft' as const, 'now' as const, 'later' as const),
    }),
  ],
  [
    2,
    fc.record({ do: named('add with tasks'), device, fate, tasks: fc.integer({ min: 1, max: 3 }) }),
  ],
  [
    8,
    fc.record({
      do: named('add picture'),
      device,
      table,
      row: fc.option(row, { nil: null }),
      picture: fc.nat(3),
      fate,
      holds: fc.constantFrom(false, false, true),
    }),
  ],
  [
    3,
    fc.record({
      do: named('add project with picture'),
      device,
      picture: fc.nat(3),
      fault: fc.constantFrom<Fault>(...likely, ...likely, ...faultsOfFiles),
      spares: fc.nat(3),
      next: fc.constantFrom<Next>(...nexts),
    }),
  ],
  [1, fc.record({ do: named('empty the bucket') })],
  [
    3,
    fc.record({
      do: named('refuse files'),
      because: fc.constantFrom('too large' as const, 'no bucket' as const, null),
    }),
  ],
  [10, fc.record({ do: named('change'), device, table, row, column: fc.nat(1), fate })],
  [4, fc.record({ do: named('delete'), device, table, row, holds: fc.boolean() })],
  [4, fc.record({ do: named('move'), device, row, status: fc.nat(2), index: fc.nat(3) })],
  [2, fc.record({ do: named('set current'), device, row })],
  [
    5,
    fc.record({ do: named('take back', 'discard', 'retry', 'restore'), device, which: fc.nat(3) }),
  ],
  [4, fc.record({ do: named('attend', 'leave'), device, which: fc.nat(3) })],
  [1, fc.record({ do: named('send now'), device, table, row })],
  [
    4,
    fc.record({
      do: named('hesitate'),
      device,
      table,
      row,
      ms: fc.constantFrom(5_000, 20_000, 40_000),
      leaves: fc.boolean(),
      stays: fc.constantFrom(false, false, true),
    }),
  ],
  [
    4,
    fc.record({
      do: named('overtake'),
      device,
      table,
      row,
      gone: fc.boolean(),
      lost: fc.boolean(),
    }),
  ],
  [1, fc.record({ do: named('carry over'), device, to: device })],
  [2, fc.record({ do: named('outlive'), device, table, row })],
  [2, fc.record({ do: named('carry over early'), device, to: device, table, row })],
  [2, fc.record({ do: named('refresh'), device })],
  [2, fc.record({ do: named('tunnel', 'edit what came'), device, table, row })],
  [2, fc.record({ do: named('share'), device, table, row })],
  [2, fc.record({ do: named('choose beside'), device, row })],
  [2, fc.record({ do: named('retag'), device, row })],
  [
    3,
    fc.record({
      do: named('creep'),
      device,
      carries: fc.constantFrom('one edit' as const, 'no edit' as const),
    }),
  ],
  [1, fc.record({ do: named('set back'), device, table, row })],
  [2, fc.record({ do: named('sign in'), device, account })],
  [2, fc.record({ do: named('sign out'), device })],
  [2, fc.record({ do: named('expire', 'revoke'), account })],
  [2, fc.record({ do: named('role'), account, admin: fc.boolean() })],
  [2, fc.record({ do: named('ask for the role'), device })],
  [
    4,
    fc.record({
      do: named('hand over'),
      device,
      to: fc.constantFrom<HandedOver>(
        'nobody',
        'nobody',
        'another admin',
        'a reader',
        'the same, no admin any more',
      ),
      meanwhile: fc.constantFrom('offline' as const, 'late' as const, null),
    }),
  ],
  [6, fc.record({ do: named('sql add', 'sql change', 'sql delete'), table, row })],
  [2, fc.record({ do: named('sql together'), row })],
  [
    2,
    fc.record({
      do: named('midway'),
      device,
      row,
      how: fc.constantFrom('reset' as const, 'prune' as const),
    }),
  ],
  [2, fc.record({ do: named('leave open'), row, rowFirst: fc.boolean() })],
  [4, fc.record({ do: named('write late'), device, row })],
  [1, fc.record({ do: named('past the triggers'), row })],
  [3, fc.record({ do: named('time comes'), row })],
  [1, fc.record({ do: named('clock jumps back'), table: published, row })],
  [2, fc.record({ do: named('reset', 'prune') })],
  [
    14,
    fc.record({
      do: named('network'),
      device,
      fault: fc.constantFrom(...faults),
      count: fc.integer({ min: 1, max: 3 }),
      of: fc.constantFrom('all' as const, 'pushes' as const, 'files' as const),
    }),
  ],
  [4, fc.record({ do: named('offline', 'online', 'hide', 'show'), device })],
  [
    4,
    fc.record({ do: named('open tab', 'close tab', 'restart', 'upgrade', 'cut storage'), device }),
  ],
  [3, fc.record({ do: named('fall behind'), device, which: fc.nat(2), ms, twice: fc.boolean() })],
  [2, fc.record({ do: named('go away'), device, ms })],
  [
    2,
    fc.record({
      do: named('learn'),
      device,
      learned: fc.constantFrom<Learned>('note', 'remark', null),
    }),
  ],
  [
    2,
    fc.record({
      do: named('older app'),
      device,
      version: fc.constantFrom(2 as const, 3 as const),
      tabs: fc.integer({ min: 1, max: 2 }),
      fault: fc.option(
        fc.record({ at: fc.nat(25), is: fc.constantFrom('dies' as const, 'full' as const) }),
        { nil: null },
      ),
    }),
  ],
  [3, fc.record({ do: named('rename column') })],
  [
    4,
    fc.record({
      do: named('edit column'),
      device,
      learned: fc.constantFrom('note' as const, 'remark' as const),
      row,
      fate,
      renames: fc.boolean(),
    }),
  ],
  [3, fc.record({ do: named('write both'), device, table, row })],
  [4, fc.record({ do: named('die'), device, writes: fc.nat(25) })],
  [
    2,
    fc.record({
      do: named('fill up'),
      device,
      writes: fc.nat(10),
      times: fc.integer({ min: 1, max: 4 }),
    }),
  ],
  [1, fc.record({ do: named('clock'), device, days: fc.constantFrom(-1, 1) })],
  [8, fc.record({ do: named('pass'), ms: fc.constantFrom(500, 4_000, 13_000, 25_000) })],
  [6, fc.record({ do: named('turn'), ticks: fc.integer({ min: 1, max: 80 }) })],
];

export interface History {
  readonly devices: number;
  readonly operations: readonly Operation[];
  /** Whether its browsers have Web Locks. Without them, tabs sync at the same time. */
  readonly locks: boolean;
  /** The seed of ids, jitter and the like. */
  readonly seed: number;
}

export const history: fc.Arbitrary<History> = fc.record({
  devices: fc.constantFrom(1, 2, 2, 3, 4),
  operations: fc.array(
    fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary }))),
    { minLength: 4, maxLength: 30, size: 'max' },
  ),
  locks: fc.boolean(),
  seed: fc.nat(),
});
