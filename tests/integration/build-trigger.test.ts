import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { startEmbedded } from '../support/embedded.ts';

/** The database asks for a build as docs/hosting.md says, with stand-ins for what only a hosted project has. */

it('asks for a build when a row has changed, and not when a statement has changed none', async () => {
  const block = /```sql\n(create extension[\s\S]*?)```/.exec(
    readFileSync('docs/hosting.md', 'utf8'),
  );
  const site = await startEmbedded({ seed: false });
  try {
    for (const statement of [
      'create schema net; create table net.asked (url text)',
      `create function net.http_post(url text, headers jsonb, body jsonb) returns bigint language sql
         as 'insert into net.asked values (url) returning 1::bigint'`,
      `create schema vault; create table vault.decrypted_secrets (name text, decrypted_secret text)`,
      `create function vault.create_secret(secret text, name text) returns void language sql
         as 'insert into vault.decrypted_secrets values (name, secret)'`,
      ...(block?.[1] ?? '')
        .replace(/^create extension.*$/m, '')
        .split(/;\n\n|;\n(?=select|create)/),
    ])
      if (statement.trim() !== '') await site.sql(statement);
    const asked = async () => (await site.sql('select * from net.asked')).length;
    await site.sql('delete from public.learnings where false');
    await site.sql(`update public.learnings set title = '' where false`);
    expect(await asked()).toBe(0);
    await site.sql(`insert into public.learnings (title, description) values ('New', 'x')`);
    expect(await asked()).toBe(1);
    await site.sql('delete from public.learnings');
    expect(await asked()).toBe(2);
  } finally {
    await site.stop();
  }
});
