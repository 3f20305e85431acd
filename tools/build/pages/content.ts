import { type KindName, kinds, model, registry } from '../../../src/content/kinds.ts';
import { picturesIn } from '../../../src/content/markdown/pictures-in.ts';
import {
  type AnyKind,
  createEngine,
  type Engine,
  type ItemOf,
  list,
} from '../../../src/engine/index.ts';

/** The backend's address and publishable key, as a visitor's device has them. */
export type Source = Parameters<typeof createEngine>[0]['backend'];

/**
 * Reads all public content as a visitor's device does.
 *
 * @param patience in ms; a busy project takes a while to answer
 * @param snapshot what to begin with; with one the backend need not answer
 * @returns a running engine that has everything, to be stopped by the caller; or why there is none
 */
export async function readContent(
  source: Source,
  patience: number,
  snapshot?: unknown,
): Promise<Engine | string> {
  let problem = 'no answer';
  let giveUp = (_: false) => {};
  const refused = new Promise<false>((resolve) => {
    giveUp = resolve;
  });
  const engine = createEngine({
    // Each build is a device of its own, also where one process builds twice.
    name: `build ${crypto.randomUUID()}`,
    kinds,
    model,
    backend: source,
    // Visitors of this kind listen to nothing: a channel would outlast the build.
    realtime: 'admins',
    snapshot: snapshot === undefined ? undefined : async () => snapshot,
    picturesInTexts: async () => picturesIn,
    onFailure(failure) {
      problem = failure.message;
      // Nothing that comes later changes that.
      if (failure.kind !== 'unreachable') giveUp(false);
    },
  });
  engine.start();
  let stopWatching = () => {};
  const filled = new Promise<true>((resolve) => {
    stopWatching = engine.watch(engine.status, ({ freshness }) => {
      if (freshness !== null) resolve(true);
    });
  });
  const timer = setTimeout(() => giveUp(false), patience);
  const isFilled = await Promise.race([filled, refused]);
  clearTimeout(timer);
  stopWatching();
  // A snapshot has filled it, whatever the backend answered.
  const hasEverything = isFilled || (await engine.status()).freshness !== null;
  if (hasEverything) return engine;
  engine.stop();
  return problem;
}

/** All content, by the name of its kind, each in the order of the site's lists. */
export type Items = {
  readonly [Name in KindName]: readonly ItemOf<(typeof registry)[Name]>[];
};

/** @param engine one that has everything */
export async function itemsOf({ read }: Pick<Engine, 'read'>): Promise<Items> {
  const names = Object.keys(registry) as KindName[];
  const byName = names.map(async (name) => {
    const content = await read(list<{ id: string }>(registry[name] as AnyKind));
    return [name, content.state === 'ready' ? content.items : []] as const;
  });
  return Object.fromEntries(await Promise.all(byName)) as Items;
}
