import { expect, it } from 'vitest';
import { Failure } from '../../src/lib/failure.ts';
import { patiently } from '../../tools/owner/patience.ts';

/** A job that fails in these ways, one after another, and then succeeds. */
function failing(...codes: string[]) {
  let tries = 0;
  const job = async () => {
    tries += 1;
    const code = codes[tries - 1];
    if (code !== undefined) throw new Failure('unreachable', code, code);
    return tries;
  };
  return { job, tries: () => tries };
}

it('asks again where the answer was late, or the connection ended before it', async () => {
  expect(await patiently(failing('time-out', 'no-answer').job)).toBe(3);
});

it('gives up after the third time', async () => {
  const { job, tries } = failing('no-answer', 'no-answer', 'no-answer');
  await expect(patiently(job)).rejects.toThrow('no-answer');
  expect(tries()).toBe(3);
});

it('asks once where the server has answered', async () => {
  const { job, tries } = failing('503');
  await expect(patiently(job)).rejects.toThrow('503');
  expect(tries()).toBe(1);
});
