import { tasks } from '../../../src/content/tasks/tasks.ts';
import { setCurrentTrack } from '../../../src/content/tracks/tracks.ts';
import { update } from '../../../src/engine/mutation.ts';
import { breakOrMend } from './broken-table.ts';
import type { Device } from './device.ts';
import type { Operation } from './operations.ts';
import { edit, sendsNothing } from './perform-edits.ts';
import { columns, handMade, liveRows, NoTarget, pick, shown, unique } from './rows-at-hand.ts';
import { literal } from './server.ts';
import { settle } from './storage.ts';
import type { World } from './world.ts';

/** Changes that others make on the server meanwhile, by SQL. */

export async function chooseBeside(world: World, device: Device, row: number): Promise<void> {
  const { server } = world;
  await server.sql('update current_listening set is_current = false where is_current');
  await sendsNothing(world, device);
  const tracks = liveRows(server, 'current_listening');
  const [chosen, another] = [pick(tracks, row), pick(tracks, row + 1)];
  const isShown = (await shown(device, 'current_listening')).some(({ id }) => id === chosen);
  if (!isShown || chosen === another) throw new NoTarget();
  await edit(device, [setCurrentTrack(chosen)]);
  await server.sql(`update current_listening set is_current = true where id = ${literal(another)}`);
  await settle();
  await world.clock.pass(2_000);
}

export async function bySql(
  world: World,
  operation: Extract<Operation, { do: `sql ${string}` | 'leave open' | 'past the triggers' }>,
): Promise<void> {
  const { server } = world;
  const live = (table: string) => liveRows(server, table);
  world.edits += 1;
  const text = literal(`by hand ${world.edits}`);
  switch (operation.do) {
    case 'sql add': {
      // Nobody adds a task or a track by hand here: both need more than a title.
      if (!['projects', 'friends', 'learnings', 'resources'].includes(operation.table)) {
        throw new NoTarget();
      }
      const [column] = columns[operation.table];
      const id = literal(handMade(world));
      await server.sql(`insert into ${operation.table} (id, ${column}) values (${id}, ${text})`);
      return;
    }
    case 'sql change': {
      const id = pick(live(operation.table), operation.row);
      const [, column] = columns[operation.table];
      await server.sql(
        `update ${operation.table} set ${column} = ${text} where id = ${literal(id)}`,
      );
      return;
    }
    case 'sql delete': {
      const id = pick(live(operation.table), operation.row);
      await server.sql(`delete from ${operation.table} where id = ${literal(id)}`);
      return;
    }
    case 'sql together': {
      const friend = literal(handMade(world));
      await server.sql(`begin;
        insert into friends (id, name) values (${friend}, ${text});
        update learnings set description = ${text};
        update resources set description = ${text};
        ${breakOrMend(text)};
        insert into torture.together
        select array_agg(version), array_agg(shown_version) filter (where is_shown)
        from sync.change where xmin = pg_current_xact_id()::xid;
        commit`);
      await server.lookForBroken();
      return server.wroteTogether();
    }
    case 'leave open': {
      const [task, friend] = [pick(live('tasks'), operation.row), pick(live('friends'), 0)];
      const write = `update tasks set content = ${text} where id = ${literal(task)}`;
      // A transaction that holds a row and waits for the lock meets those that hold the lock and wait for the row.
      const rows = `select from tasks where id = ${literal(task)} for update`;
      const then = `update friends set bio = ${text} where id = ${literal(friend)}`;
      await server.hold(operation.rowFirst ? rows : write, operation.rowFirst ? write : then);
      if (operation.rowFirst) await inACircle(world, task, operation.row);
      return server.look();
    }
    case 'past the triggers': {
      const id = pick(live('learnings'), operation.row);
      await server.sql(`set session_replication_role = replica;
        update learnings set description = ${text} where id = ${literal(id)};
        set session_replication_role = default;
        select sync.reset()`);
      await server.lookAnew();
      return server.lookAtEpochs();
    }
  }
}

/**
 * A transaction begins, another one commits and is read, and only then does the first one write: the time and the ids
 * from its beginning are older than what devices have followed.
 */
export async function writeLate(world: World, device: Device, row: number): Promise<void> {
  const { server } = world;
  const task = pick(liveRows(server, 'tasks'), row);
  const friend = pick(liveRows(server, 'friends'), row);
  world.edits += 1;
  const text = literal(`by hand ${world.edits}`);
  await server.hold(
    'select now()',
    `update tasks set content = ${text} where id = ${literal(task)}`,
  );
  await server.sql(`update friends set bio = ${text} where id = ${literal(friend)}`);
  device.network.isFine();
  device.tab.page.tell('online');
  device.tab.page.tell('shown');
  await settle();
  await server.letGo();
}

/** The next edit of the locked row holds the lock that the open transaction needs: Postgres aborts one of the two. */
async function inACircle(world: World, task: string, which: number): Promise<void> {
  const { postgres, server, devices } = world;
  const device = pick(devices, which);
  if (!postgres.isConcurrent) return;
  if (!(await shown(device, 'tasks')).some(({ id }) => id === task)) return;
  await edit(device, [update(tasks, task, { content: unique(world, 'fine') })]);
  await postgres.untilSomebodyWaits();
  await server.letGo();
}
