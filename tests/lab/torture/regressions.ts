import type { History } from './operations.ts';

/** Histories that once failed, through a fault of the engine or of the checks, shrunk as far as possible. */
export const regressions: readonly { readonly name: string; readonly history: History }[] = [
  {
    name: 'an edit coalesced into one that another device had sent from a file was lost',
    history: {
      devices: 2,
      operations: [
        // The engine is in the middle of a long pull, and has not sent anything yet.
        { do: 'network', device: 0, fault: 'answer late', count: 1 },
        { do: 'sql add', table: 'friends', row: 0 },
        { do: 'turn', ticks: 80 },
        { do: 'change', device: 0, table: 'learnings', row: 0, column: 0, fate: 'fine' },
        { do: 'carry over', device: 0, to: 1 },
        { do: 'change', device: 0, table: 'learnings', row: 0, column: 1, fate: 'fine' },
        { do: 'pass', ms: 4_000 },
      ],
      locks: true,
      seed: 1,
    },
  },
  {
    name: 'an edit that another device had sent from a file was refused when the role had gone',
    history: {
      devices: 3,
      operations: [
        { do: 'sign out', device: 0 },
        { do: 'overtake', device: 2, table: 'projects', row: 0, gone: false, lost: false },
        { do: 'carry over', device: 2, to: 0 },
        { do: 'pass', ms: 4_000 },
        { do: 'role', account: 0, admin: false },
        { do: 'offline', device: 0 },
        { do: 'change', device: 0, table: 'projects', row: 0, column: 0, fate: 'fine' },
        { do: 'midway', device: 0, row: 0, how: 'reset' },
        { do: 'sign out', device: 0 },
      ],
      locks: true,
      seed: 0,
    },
  },
  {
    name: 'a row that came past the triggers right before an edit of it counted as not seen',
    history: {
      devices: 1,
      operations: [
        { do: 'past the triggers', row: 0 },
        { do: 'change', device: 0, table: 'projects', row: 0, column: 0, fate: 'fine' },
        { do: 'change', device: 0, table: 'learnings', row: 0, column: 1, fate: 'fine' },
        { do: 'reset' },
        { do: 'past the triggers', row: 0 },
      ],
      locks: false,
      seed: 0,
    },
  },
  {
    name: 'a value of an author’s own unsent edit counted as seen, although another author had written it too',
    history: {
      devices: 2,
      operations: [
        { do: 'offline', device: 1 },
        { do: 'move', device: 1, row: 1, status: 2, index: 0 },
        { do: 'move', device: 1, row: 1, status: 0, index: 0 },
        // Another author chooses what the first one had, too, before deciding otherwise.
        { do: 'move', device: 0, row: 1, status: 2, index: 0 },
      ],
      locks: false,
      seed: 0,
    },
  },
  {
    name: 'a file was refused because its session could not be renewed',
    history: {
      devices: 1,
      operations: [
        { do: 'network', device: 0, fault: '401', count: 2 },
        {
          do: 'add picture',
          device: 0,
          table: 'projects',
          row: null,
          picture: 0,
          fate: 'fine',
          holds: false,
        },
        { do: 'pass', ms: 500 },
        { do: 'creep', device: 0, carries: 'one edit' },
        { do: 'turn', ticks: 1 },
        { do: 'pass', ms: 500 },
      ],
      locks: false,
      seed: 0,
    },
  },
  {
    name: 'a file stayed on the device when an exchange had sent the held edit before it at the end of its hold',
    history: {
      devices: 2,
      operations: [
        {
          do: 'add picture',
          device: 3,
          table: 'resources',
          row: 1,
          picture: 1,
          fate: 'refused late',
          holds: false,
        },
        { do: 'share', device: 3, table: 'projects', row: 1 },
        {
          do: 'add project with picture',
          device: 2,
          picture: 1,
          fault: 'answer late',
          next: 'another picture',
        },
        { do: 'write late', device: 2, row: 1 },
        { do: 'hide', device: 3 },
        { do: 'edit column', device: 1, learned: 'note', row: 3, fate: 'fine', renames: false },
        { do: 'sign out', device: 0 },
      ],
      locks: false,
      seed: 12,
    },
  },
  {
    name: 'a picture was refused for want of a bucket, and its edit stayed refused when there was one',
    history: {
      devices: 1,
      operations: [
        { do: 'refuse files', because: 'no bucket' },
        {
          do: 'add picture',
          device: 0,
          table: 'projects',
          row: null,
          picture: 0,
          fate: 'fine',
          holds: false,
        },
        { do: 'pass', ms: 2_000 },
        { do: 'refuse files', because: null },
      ],
      locks: false,
      seed: 0,
    },
  },
  {
    name: 'a file behind a held edit was never sent when the clock had been set back and came right again',
    history: {
      devices: 1,
      operations: [
        {
          do: 'add project with picture',
          device: 0,
          picture: 0,
          fault: 'answer late',
          next: 'a file for another device',
        },
        {
          do: 'add picture',
          device: 0,
          table: 'projects',
          row: null,
          picture: 0,
          fate: 'fine',
          holds: true,
        },
        { do: 'clock', device: 0, days: -1 },
        { do: 'network', device: 0, fault: 'request lost', count: 1, of: 'all' },
        { do: 'older app', device: 0, version: 2, tabs: 1, fault: null },
        { do: 'add', device: 0, table: 'projects', fate: 'fine' },
        {
          do: 'add picture',
          device: 0,
          table: 'projects',
          row: null,
          picture: 1,
          fate: 'fine',
          holds: false,
        },
      ],
      locks: false,
      seed: 0,
    },
  },
  {
    name: 'an edit of a column that the server had to learn was applied twice, by two devices that retried it by themselves',
    history: {
      devices: 3,
      operations: [
        {
          do: 'edit column',
          device: 0,
          learned: 'remark',
          row: 0,
          fate: 'fine',
          renames: false,
        },
        { do: 'carry over early', device: 0, to: 1, table: 'projects', row: 0 },
        { do: 'take back', device: 0, which: 0 },
        { do: 'offline', device: 0 },
        { do: 'edit column', device: 0, learned: 'note', row: 0, fate: 'fine', renames: true },
        { do: 'hand over', device: 0, to: 'nobody', meanwhile: 'offline' },
      ],
      locks: false,
      seed: 0,
    },
  },
];
