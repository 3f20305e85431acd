import type { Device } from './device.ts';
import type { Disk } from './disk.ts';
import type { Server } from './server.ts';

/** The data of a device at one moment, and what it is compared with. */
export interface Look {
  readonly device: Device;
  readonly server: Server;
  readonly disk: Disk;
  /** The data at the previous look; null at the first one. */
  readonly earlier: Disk | null;
  /** @throws {Broken} if the condition does not hold; `invariant` is a number of src/engine/SPEC.md */
  readonly must: (holds: boolean, invariant: number, what: string) => void;
}
