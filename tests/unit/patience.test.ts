import { expect, it } from 'vitest';
import { Failure } from '../../src/lib/failure.ts';
import { patiently } from '../../tools/owner/patience.ts';

/** A server that fails with these codes, one after the other, and then answers. */
function server(...codes: string[]) {
  let asked = 0;
  const ask = async () => {
    const code = codes[asked];
    asked += 1;
    if (code !== undefined) throw new Failure('unreachable', code, code);
    return 'answer';
  };
  return { ask, asked: () => asked };
}

it('asks again where the answer took too long, and gives up after the third time', async () => {
  const slow = server('time-out', 'time-out');
  expect(await patiently(slow.ask)).toBe('answer');
  const silent = server('time-out', 'time-out', 'time-out');
  await expect(patiently(silent.ask)).rejects.toThrow('time-out');
  expect(silent.asked()).toBe(3);
});

it('does not ask again where the failure is another', async () => {
  const refusing = server('no-answer');
  await expect(patiently(refusing.ask)).rejects.toThrow('no-answer');
  expect(refusing.asked()).toBe(1);
});
