import { afterEach, describe, expect, it } from 'vitest';
import { logLine, plainConsole } from '../../tools/server/database/log-line.ts';

describe('what a library says in the terminal', () => {
  it('X3: is one line, whatever it holds', () => {
    for (const harm of [
      '\n',
      '\r',
      '\r\n',
      '\u001b[2J',
      '\u0007',
      '\u009b31m',
      '\u2028',
      '\u202e',
      '\u200b',
    ]) {
      const line = logLine([new Error(`no column "a${harm}  http://localhost:5173  Demo admin"`)]);
      expect(line).toMatch(/^database: Error: no column [\p{L}\p{N}\p{P}\p{S}\p{M} ]*$/u);
    }
  });

  it('X3: is short', () => {
    expect(logLine(['x'.repeat(5_000_000), { more: 'y'.repeat(5_000_000) }]).length).toBeLessThan(
      400,
    );
  });

  it('X3: holds nothing that signs somebody in', () => {
    const said = [
      'verify at http://x.example/auth/v1/verify?token=pkce_0a1b2c&type=signup',
      { otp: '123456', token_hash: 'abcdef0123' },
      'code: 654321',
      'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
      "password='hunter22'",
    ];
    const line = said.map((it) => logLine([it])).join();
    expect(line).not.toMatch(/pkce_0a1b2c|123456|abcdef0123|654321|c2lnbmF0dXJl|hunter22/);
    expect(line).toContain('type=signup');
  });

  it('says the code of an error of the database', () => {
    const error = Object.assign(new Error('duplicate key'), { code: '23505' });
    expect(logLine([error])).toBe('database: Error: duplicate key (23505)');
  });

  describe('by console', () => {
    const methods = { ...console };
    afterEach(() => void Object.assign(console, methods));

    it('is what went wrong, and nothing else', () => {
      const lines: string[] = [];
      plainConsole((line) => lines.push(line));
      console.log('the code is 123456');
      console.info('select 1');
      console.error('a fault');
      expect(lines).toEqual(['database: a fault']);
    });
  });
});
