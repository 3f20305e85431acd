import { type Task, tasks } from '../../../src/content/tasks/tasks.ts';
import { setCurrentTrack } from '../../../src/content/tracks/tracks.ts';
import { compareOrder } from '../../../src/engine/define.ts';
import { remove, update } from '../../../src/engine/mutation.ts';
import { move } from '../../../src/features/project/spot.ts';
import { readDisk } from './disk.ts';
import { editColumn, learn, renameColumn } from './learned-column.ts';
import { openOlderApp } from './older-app.ts';
import type { Operation } from './operations.ts';
import { askForRole, giveRole, handOver, share, signIn } from './perform-accounts.ts';
import { addDraft, clockJumpsBack, publish, timeComes } from './perform-drafts.ts';
import { add, addWithTasks, edit } from './perform-edits.ts';
import { addPicture, addProjectWithPicture, emptyBucket, refuseFiles } from './perform-files.ts';
import {
  creep,
  editWhatCame,
  midway,
  outlive,
  overtake,
  retag,
  setBack,
  tunnel,
} from './perform-network.ts';
import {
  again,
  attend,
  carryOver,
  discard,
  editsOn,
  heldOn,
  hesitate,
  sendNow,
  takeBack,
} from './perform-review.ts';
import { bySql, chooseBeside, writeLate } from './perform-server.ts';
import { fallBehind, goAway, writeBoth } from './perform-tabs.ts';
import { columns, kindOf, NoTarget, pick, shown, unique } from './rows-at-hand.ts';
import { orStorage, settle, tick } from './storage.ts';
import type { World } from './world.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Performs an operation. @returns false if it has no target: the rest of it is left out */
export async function perform(world: World, operation: Operation): Promise<boolean> {
  try {
    await act(world, operation);
    return true;
  } catch (error) {
    if (error instanceof NoTarget) return false;
    throw error;
  }
}

async function act(world: World, operation: Operation): Promise<void> {
  const { server, devices, clock } = world;
  const on = devices['device' in operation ? operation.device % devices.length : 0];
  if (on === undefined) return;
  switch (operation.do) {
    case 'add':
      return add(world, on, operation);
    case 'add draft':
      return addDraft(world, on, operation);
    case 'publish':
      return publish(on, operation);
    case 'add picture':
      return addPicture(world, on, operation);
    case 'add project with picture':
      return addProjectWithPicture(world, on, operation);
    case 'empty the bucket':
      return emptyBucket(world);
    case 'refuse files':
      return refuseFiles(world, operation.because);
    case 'add with tasks':
      return addWithTasks(world, on, operation);
    case 'change': {
      const row = pick(await shown(on, operation.table), operation.row);
      const column = columns[operation.table][operation.column] ?? 'title';
      const values = { [column]: unique(world, operation.fate) };
      return edit(on, [update(kindOf(operation.table), row.id, values)]);
    }
    case 'delete': {
      const row = pick(await shown(on, operation.table), operation.row);
      return edit(on, [remove(kindOf(operation.table), row.id)], operation.holds);
    }
    case 'move': {
      const all = (await shown(on, 'tasks')).map((row) => tasks.toItem(row as never)) as Task[];
      all.sort((a, b) => compareOrder([a.position, a.id], [b.position, b.id]));
      const task = pick(all, operation.row);
      const { values } = tasks.columns.status;
      const status = values[operation.status % values.length] ?? 'todo';
      const own = all.filter(({ projectId }) => projectId === task.projectId);
      const moved = move(own, task, { status, index: operation.index }, world.random);
      if (moved === null) throw new NoTarget();
      return edit(on, moved.draft.changes);
    }
    case 'set current': {
      const track = pick(await shown(on, 'current_listening'), operation.row);
      return edit(on, [setCurrentTrack(track.id)]);
    }
    case 'overtake':
      return overtake(world, on, operation);
    case 'outlive':
      return outlive(world, on, operation);
    case 'midway':
      return midway(world, on, operation);
    case 'take back':
      return takeBack(on, pick((await readDisk(on))?.waiting ?? [], operation.which));
    case 'attend':
    case 'leave':
      return attend(on, operation.do, pick(await heldOn(on), operation.which));
    case 'send now':
      return sendNow(on, operation);
    case 'hesitate':
      return hesitate(world, on, operation);
    case 'discard':
      return discard(on, pick(await editsOn(on), operation.which).id);
    case 'retry':
    case 'restore':
      return again(on, operation.do, operation.which);
    case 'carry over':
      return carryOver(on, devices[operation.to % devices.length] ?? on);
    case 'carry over early': {
      const { device, to, table, row } = operation;
      await settle();
      // The engine is in the middle of a long pull.
      on.network.isFine();
      on.network.expect('answer late');
      await act(world, { do: 'sql add', table: 'friends', row: 0 });
      await settle();
      const change = { do: 'change', device, table, row, fate: 'fine' } as const;
      await act(world, { ...change, column: 0 });
      await act(world, { do: 'carry over', device, to });
      return act(world, { ...change, column: 1 });
    }
    case 'refresh': {
      // Without a tab it opens one, which counts from then on.
      const { tab } = on;
      on.asks += 1;
      // As the Refresh button does.
      tab.engine.ask();
      return;
    }
    case 'tunnel':
      return tunnel(world, on, operation);
    case 'edit what came':
      return editWhatCame(world, on, operation);
    case 'retag':
      return retag(world, on, operation.row);
    case 'creep':
      return creep(world, on, operation.carries);
    case 'set back':
      return setBack(world, on, operation);
    case 'share':
      return share(world, on, operation);
    case 'choose beside':
      return chooseBeside(world, on, operation.row);
    case 'sign in': {
      const account = pick(world.accounts, operation.account);
      return signIn(world, on, account);
    }
    case 'sign out': {
      const tab = on.otherTab;
      return on.follow(tab, orStorage(tab.sessions.signOut()));
    }
    case 'expire':
      return server.expire(pick(world.accounts, operation.account).userId);
    case 'revoke':
      return server.revoke(pick(world.accounts, operation.account).userId);
    case 'role': {
      const account = pick(world.accounts, operation.account);
      return giveRole(world, account, operation.admin);
    }
    case 'ask for the role':
      return askForRole(world, on);
    case 'hand over':
      return handOver(world, on, operation);
    case 'time comes':
      return timeComes(world, operation.row);
    case 'clock jumps back':
      return clockJumpsBack(world, operation);
    case 'sql add':
    case 'sql change':
    case 'sql delete':
    case 'sql together':
    case 'leave open':
    case 'past the triggers':
      return bySql(world, operation);
    case 'write late':
      return writeLate(world, on, operation.row);
    case 'reset':
      await server.sql('select sync.reset()');
      return server.lookAtEpochs();
    case 'prune':
      await server.sql(`select sync.prune('-1 second')`);
      return;
    case 'network':
      return on.network.expect(operation.fault, operation.count, operation.of);
    case 'offline':
    case 'online':
      on.network.isUp = operation.do === 'online';
      for (const tab of on.tabs) tab.page.tell(operation.do);
      return;
    case 'hide':
    case 'show':
      return on.tab.page.tell(operation.do === 'show' ? 'shown' : 'hidden');
    case 'open tab':
      on.openTab();
      return;
    case 'close tab':
      return on.closeTab(on.tab);
    case 'restart':
      on.die();
      on.openTab();
      return;
    case 'upgrade':
      return on.upgrade();
    case 'fall behind':
      return fallBehind(world, on, operation);
    case 'go away':
      return goAway(world, on, operation.ms);
    case 'write both':
      return writeBoth(world, on, operation);
    case 'older app':
      return openOlderApp(on, operation);
    case 'learn':
      return learn(on, operation.learned);
    case 'rename column':
      await renameColumn(world);
      return;
    case 'edit column':
      return editColumn(world, on, operation);
    case 'cut storage':
      return on.tab.cutStorage();
    case 'die':
      return on.storage.dieAfter(operation.writes);
    case 'fill up':
      return on.storage.fillUp(operation.writes, operation.times);
    case 'clock':
      on.clockError = operation.days * DAY_MS;
      on.holds.released();
      return;
    case 'pass':
      return clock.pass(operation.ms);
    case 'turn':
      for (let i = 0; i < operation.ticks; i += 1) await tick();
  }
}
