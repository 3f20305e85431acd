/**
 * One run of one contestant: everything that was measured in one browser profile. Times are in ms. A word stands where
 * there is no number: `never`, or `37/100` for edits that arrived.
 */
export interface Sample {
  readonly contestant: string;
  readonly rows: number;
  readonly run: number;
  readonly values: Values;
  /** What went wrong, and errors of the page. */
  readonly messages: string[];
  /** Of the steps that were profiled. */
  readonly busy?: BusySteps;
}

/** Whose code a page's main thread is in; `browser` is everything that is no script, such as IndexedDB, JSON, layout. */
export type Part = 'dexie' | 'react' | 'own' | 'browser';

/** For how long, in ms. */
export type Busy = Record<Part, number>;

export type ProfiledStep = 'the first visit' | 'a start' | 'one changed row' | '100 edits';
/** With the time that the backend took for its answers in a step, in ms. */
export type BusySteps = Partial<Record<ProfiledStep, Busy & { readonly answering: number }>>;

export type Values = Partial<Record<Measure, number | string>>;

export type Measure =
  | 'firstRows'
  | 'everything'
  | 'onDisk'
  | 'longestTask'
  | 'readScripts'
  | 'allScripts'
  | 'coldRequests'
  | 'coldPreflights'
  | 'coldBytes'
  | 'warm'
  | 'startRequests'
  | 'startBytes'
  | 'back'
  | 'pull'
  | 'pullRequests'
  | 'pullPreflights'
  | 'pullBytes'
  | 'pullReadonly'
  | 'pullReadwrite'
  | 'edit'
  | 'editReadonly'
  | 'editReadwrite'
  | 'push'
  | 'pushWrites'
  | 'pushPreflights'
  | 'pushReads'
  | 'pushBytes'
  | 'reopened';

/** Everything of a run of the command, as results.json holds it. */
export interface Results {
  readonly about: {
    readonly date: string;
    readonly commit: string;
    readonly cpu: string;
    readonly cores: number;
    readonly node: string;
    readonly browser: string;
    readonly packages: Readonly<Record<string, string>>;
  };
  readonly samples: readonly Sample[];
}
