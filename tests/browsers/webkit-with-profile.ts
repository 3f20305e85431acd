import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { freePort } from '../support/free-port.ts';
import type { Browser, Window } from './engine.ts';
import { killed } from './killed.ts';

/**
 * WebKit with data that outlives it. A browser that is driven keeps nothing, so this one is an ordinary browser, which is
 * inspected through the protocol of its developer tools. That knows no hands: presses and letters are made in the page.
 */

interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly profile: string;
  /** Ends what was started for the browser. */
  readonly end: () => Promise<void>;
}

/** A page that goes away does not answer. No script of the tests takes nearly as long, in ms. */
const SCRIPT_MS = 15_000;

export async function webkitWithProfile(
  miniBrowser: string,
  { env, profile, end }: Surroundings,
): Promise<Browser> {
  const inspected = `127.0.0.1:${await freePort()}`;
  const child = spawn(miniBrowser, ['about:blank'], {
    detached: true,
    stdio: 'ignore',
    env: {
      ...env,
      WEBKIT_INSPECTOR_HTTP_SERVER: inspected,
      XDG_DATA_HOME: join(profile, 'data'),
      XDG_CACHE_HOME: join(profile, 'cache'),
    },
  });
  const window = windowOf(await inspector(await socketOf(inspected, child)));
  const kill = () => killed(child).then(end);
  return { open: async () => window, close: kill, kill };
}

/** Its server lists the open pages in a page of its own. */
async function socketOf(inspected: string, child: ChildProcess): Promise<string> {
  while (child.exitCode === null && child.signalCode === null) {
    const page = await fetch(`http://${inspected}/`)
      .then((answer) => answer.text())
      .catch(() => '');
    const path = /\/socket\/\d+\/\d+\/WebPage/.exec(page)?.[0];
    if (path !== undefined) return `ws://${inspected}${path}`;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('MiniBrowser ended before it was ready.');
}

type Ask = (method: string, parameters: object) => Promise<Answer>;

/** What the protocol tells of a value in the page. */
interface Answer {
  readonly result: { readonly value?: unknown; readonly objectId?: string; description?: string };
  readonly wasThrown?: boolean;
}

/** Asks the page that the window shows. Another site has another process, and is another target. */
async function inspector(address: string): Promise<Ask> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, (message: { result?: Answer; error?: object }) => void>();
  let target = '';
  let asked = 0;
  const ready = new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (data) => {
      const { method, params } = JSON.parse(String(data));
      if (method === 'Target.targetCreated' && !params.targetInfo.isProvisional) {
        target = params.targetInfo.targetId;
        resolve();
      }
      if (method === 'Target.didCommitProvisionalTarget') target = params.newTargetId;
      if (method !== 'Target.dispatchMessageFromTarget') return;
      const message = JSON.parse(params.message);
      waiting.get(message.id)?.(message);
    });
  });
  await ready;
  return (method, params) =>
    new Promise((resolve, reject) => {
      asked += 1;
      const id = asked;
      const tooLate = setTimeout(() => {
        waiting.delete(id);
        reject(new Error(`WebKit: ${method} was not answered`));
      }, SCRIPT_MS);
      waiting.set(id, ({ result, error }) => {
        clearTimeout(tooLate);
        waiting.delete(id);
        if (result === undefined) reject(new Error(`WebKit: ${method}: ${JSON.stringify(error)}`));
        else resolve(result);
      });
      const message = JSON.stringify({ id, method, params });
      const sent = { targetId: target, message };
      socket.send(JSON.stringify({ id, method: 'Target.sendMessageToTarget', params: sent }));
    });
}

function windowOf(ask: Ask): Window {
  const evaluate: Window['evaluate'] = async (task, ...args) => {
    const given = JSON.stringify(args);
    // In JSON: values that are asked for as such come without what is in them.
    const expression = `(async () => JSON.stringify(await (${task}).apply(null, ${given})))()`;
    const promise = await ask('Runtime.evaluate', { expression });
    const { objectId: promiseObjectId } = promise.result;
    const { result, wasThrown } = await ask('Runtime.awaitPromise', {
      promiseObjectId,
      returnByValue: true,
    });
    if (wasThrown) throw new Error(`WebKit: ${result.description ?? result.value}`);
    return result.value === undefined ? undefined : JSON.parse(String(result.value));
  };
  // The page may go away before it has answered.
  const leave = (expression: string) =>
    ask('Runtime.evaluate', { expression }).then(
      () => {},
      () => {},
    );
  return {
    load: (url) => leave(`location.assign(${JSON.stringify(url)})`),
    reload: () => leave('location.reload()'),
    evaluate,
    clickAt: (x, y) => evaluate(press, x, y),
    press: () => Promise.reject(new Error('No key of its is pressed.')),
    type: (text) => evaluate((it) => void document.execCommand('insertText', false, it), text),
    close: () => Promise.reject(new Error('It goes with its browser.')),
  };
}

/** Runs in the page. */
function press(x: number, y: number): void {
  const met = document.elementFromPoint(x, y);
  if (!(met instanceof HTMLElement || met instanceof SVGElement)) return;
  const at = { bubbles: true, cancelable: true, clientX: x, clientY: y, button: 0 };
  met.dispatchEvent(new PointerEvent('pointerdown', at));
  met.dispatchEvent(new MouseEvent('mousedown', at));
  met.closest<HTMLElement>('button, a, input, textarea, [tabindex]')?.focus();
  met.dispatchEvent(new PointerEvent('pointerup', at));
  met.dispatchEvent(new MouseEvent('mouseup', at));
  met.dispatchEvent(new MouseEvent('click', at));
}
