import * as v from 'valibot';
import { expect, it } from 'vitest';
import { uuidAfter } from '../../src/engine/outbox/uuid-after.ts';
import { uuid } from '../../src/lib/uuid.ts';

it('the id after an id is another one, and the same each time', () => {
  const id = uuid();
  const next = uuidAfter(id);
  expect(v.parse(v.pipe(v.string(), v.uuid()), next)).not.toBe(id);
  expect(uuidAfter(id)).toBe(next);
  expect(uuidAfter('0b0e0c9c-5d0a-4f0e-9c62-0000000000ff')).toBe(
    '0b0e0c9c-5d0a-4f0e-9c62-000000000100',
  );
  expect(uuidAfter('0b0e0c9c-5d0a-4f0e-9c62-ffffffffffff')).toBe(
    '0b0e0c9c-5d0a-4f0e-9c62-000000000000',
  );
});
