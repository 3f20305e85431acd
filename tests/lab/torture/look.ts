import type { Bound } from './bounds.ts';
import type { Device } from './device.ts';
import type { Disk } from './disk.ts';
import type { Screen } from './screens.ts';
import type { Server } from './server.ts';

/** The data of a device at one moment, and what it is compared with. */
export interface Look {
  readonly device: Device;
  readonly server: Server;
  readonly disk: Disk;
  /** What its tabs show at that moment; none of those that have not heard of it yet. */
  readonly screens: readonly Screen[];
  /** The data at the previous look; null at the first one. */
  readonly earlier: Disk | null;
  /** @throws {Broken} if the condition does not hold; `rule` is an invariant of src/engine/SPEC.md, or says which it is */
  readonly must: (holds: boolean, rule: number | string, what: string) => void;
  /** Counts a moment in which a bound could have been broken. */
  readonly met: (bound: Bound) => void;
}
