import { Broken } from './broken.ts';
import { noticesAreGiven, noticesAreTrue } from './check-conflicts.ts';
import { answersShow, nothingIsHalf, nothingIsMissed, nothingStepsBack } from './check-cursor.ts';
import {
  nobodyIsRobbed,
  noEditIsLost,
  nothingHeldIsSent,
  refusalsAreTrue,
  requestsAreFew,
} from './check-edits.ts';
import { filesAreKept, filesComeFirst } from './check-files.ts';
import { unknownIsRetried } from './check-retries.ts';
import {
  lateNewsIsShown,
  nothingGoesByReading,
  nothingIsWithheld,
  oneIsCurrent,
  rowsAreTheServers,
  shownIsReplayed,
  unchangedIsTheSame,
} from './check-shown.ts';
import type { Device } from './device.ts';
import type { Disk } from './disk.ts';
import type { Look } from './look.ts';
import type { Screen } from './screens.ts';
import type { Server } from './server.ts';

/** These must hold on every device after every operation. */
export const checks: readonly ((look: Look) => void)[] = [
  lateNewsIsShown,
  shownIsReplayed,
  unchangedIsTheSame,
  oneIsCurrent,
  rowsAreTheServers,
  nothingIsMissed,
  nothingIsHalf,
  nothingStepsBack,
  answersShow,
  nothingGoesByReading,
  nothingIsWithheld,
  unknownIsRetried,
  noEditIsLost,
  nothingHeldIsSent,
  refusalsAreTrue,
  noticesAreTrue,
  noticesAreGiven,
  nobodyIsRobbed,
  requestsAreFew,
  filesAreKept,
  filesComeFirst,
];

/** Compares a device with the server and with its own earlier data, after every operation. */
export class Seen {
  private earlier: Disk | null = null;

  constructor(
    private readonly device: Device,
    private readonly server: Server,
  ) {}

  /** @throws {Broken} */
  check(disk: Disk, screens: readonly Screen[]): void {
    const { device, server, earlier } = this;
    for (const check of checks) {
      let isMet = false;
      const must: Look['must'] = (holds, rule, what) => {
        isMet = true;
        const id = typeof rule === 'number' ? `invariant ${rule}` : rule;
        if (!holds) throw new Broken(`${device.name}: ${id}: ${what}`);
      };
      check({
        device,
        server,
        disk,
        screens,
        earlier,
        must,
        met: (bound) => server.count(`bound ${bound}`),
      });
      if (isMet) server.count(`check ${check.name}`);
    }
    this.earlier = disk;
  }
}
