import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emptyDatabase, migrations } from '../support/database.ts';
import { type Embedded, startEmbedded } from '../support/embedded.ts';
import { nameOfPixel, redPixel } from '../support/small-pictures.ts';
import { supabaseClient } from '../support/supabase-client.ts';

/** Pictures in Storage: the bucket that the migration makes, and what the embedded backend does of Storage. */

describe('the embedded backend keeps pictures', () => {
  let dataDir: string;
  let embedded: Embedded;
  let admin: SupabaseClient;
  let visitor: SupabaseClient;
  const folder = () => embedded.backend.pictures;
  const pictures = (client: SupabaseClient) => client.storage.from('pictures');
  const urlOf = (name: string) => pictures(visitor).getPublicUrl(name).data.publicUrl;
  const asPng = { contentType: 'image/png' };
  /** Different bytes for each test, as each picture has different ones. */
  let bytes: Uint8Array<ArrayBuffer>;
  let name: string;
  let made = 0;
  const asFile = () => new Blob([bytes], { type: 'image/png' });

  const start = async () => {
    embedded = await startEmbedded({ dataDir });
    admin = supabaseClient(embedded.url);
    visitor = supabaseClient(embedded.url);
    expect((await admin.auth.signInWithPassword(embedded.backend.demoAdmin)).error).toBeNull();
  };
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'fieldnotes-'));
    await start();
  });
  afterAll(async () => {
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  beforeEach(() => {
    made += 1;
    bytes = new Uint8Array([...redPixel, made]);
    name = nameOfPixel(bytes);
  });

  it('and gives them to everybody, for ever, and as what their names say', async () => {
    const { data, error } = await pictures(admin).upload(name, asFile());
    expect([data?.path, error]).toEqual([name, null]);
    const answer = await fetch(urlOf(name), { headers: { origin: 'https://reader.example' } });
    expect(answer.status).toBe(200);
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'access-control-allow-origin': '*',
    });
    const part = await fetch(urlOf(name), { headers: { range: 'bytes=0-7' } });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 8]);
    // Node's own fetch would add that it wants no kept answer.
    const again = {
      'if-none-match': answer.headers.get('etag') ?? '',
      'cache-control': 'max-age=0',
    };
    expect((await fetch(urlOf(name), { headers: again })).status).toBe(304);
    expect((await fetch(urlOf(name), { method: 'HEAD' })).status).toBe(200);
  });

  it('as a file or as bytes', async () => {
    expect((await pictures(admin).upload(name, bytes, asPng)).error).toBeNull();
    expect(readFileSync(join(folder(), name))).toEqual(Buffer.from(bytes));
  });

  it('and says of one that is there that it is there', async () => {
    await pictures(admin).upload(name, asFile());
    const { error } = await pictures(admin).upload(name, asFile());
    expect(error).toMatchObject({
      status: 400,
      statusCode: '409',
      message: 'The resource already exists',
    });
  });

  it('but lets nobody replace one', async () => {
    await pictures(admin).upload(name, asFile());
    const other = new Blob(['other'], { type: 'image/png' });
    const replaced = await pictures(admin).upload(name, other, { upsert: true });
    expect(replaced.error).toMatchObject({ statusCode: '403' });
    expect((await pictures(admin).update(name, other)).error).toMatchObject({ statusCode: '403' });
    expect((await pictures(admin).move(name, nameOfPixel(new Uint8Array()))).error).not.toBeNull();
    expect(readFileSync(join(folder(), name))).toEqual(Buffer.from(bytes));
  });

  it('until an admin removes one, which can then come again', async () => {
    await pictures(admin).upload(name, asFile());
    // A client removes no picture that may be needed (supabase/migrations/20261128100000_unused_pictures.sql).
    await embedded.sql(`update storage.objects set created_at = now() - interval '31 days'`);
    const { data } = await pictures(admin).remove([name]);
    expect(data?.map((it) => it.name)).toEqual([name]);
    expect(existsSync(join(folder(), name))).toBe(false);
    expect((await fetch(urlOf(name))).status).toBe(400);
    expect((await pictures(admin).upload(name, asFile())).error).toBeNull();
    expect((await fetch(urlOf(name))).status).toBe(200);
  });

  it('of a sort that browsers show, and nothing else', async () => {
    for (const type of ['image/svg+xml', 'text/html', 'application/octet-stream', '']) {
      const { error } = await pictures(admin).upload(name, new Blob([bytes], { type }));
      expect(error).toMatchObject({ statusCode: '415' });
    }
    expect(readdirSync(folder())).not.toContain(name);
  });

  it('under a name that says what is in them', async () => {
    const others = ['holiday.png', `drafts/${name}`, name.replace('.png', '.html'), `${name}.svg`];
    for (const other of [...others, `%2e%2e%2f${name}`, name.toUpperCase()])
      expect([other, (await pictures(admin).upload(other, asFile())).error]).not.toEqual([
        other,
        null,
      ]);
    expect(
      readdirSync(folder()).filter((it) => !/^[0-9a-f]{32}-1x1-ff0000\.png$/.test(it)),
    ).toEqual([]);
  });

  it('of up to 10 MB', async () => {
    const of = (size: number) =>
      new Blob([bytes, new Uint8Array(size - bytes.length)], { type: 'image/png' });
    for (const size of [10_485_761, 12_000_000]) {
      const { error } = await pictures(admin).upload(name, of(size));
      expect(error).toMatchObject({ statusCode: '413' });
    }
    const unannounced = await fetch(`${embedded.url}/storage/v1/object/pictures/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'image/png', authorization: `Bearer ${await tokenOf(admin)}` },
      body: of(10_485_761).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(await unannounced.json()).toMatchObject({ statusCode: '413' });
    expect((await pictures(admin).upload(name, of(10_485_760))).error).toBeNull();
  });

  it('which never become pages of the site, whatever they hold', async () => {
    bytes = new TextEncoder().encode(`<script>alert(1)</script><!-- ${made} -->`) as typeof bytes;
    name = nameOfPixel(bytes);
    expect((await pictures(admin).upload(name, asFile())).error).toBeNull();
    const { headers } = await fetch(urlOf(name));
    expect(headers.get('content-type')).toBe('image/png');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('and only they are there: no other bucket, no secret of the data folder', async () => {
    const asked = [
      'others/x.png',
      'pictures/../secrets.json',
      'pictures/..%2Fsecrets.json',
      'pictures/',
    ];
    for (const path of asked) {
      const { status } = await fetch(`${embedded.url}/storage/v1/object/public/${path}`);
      expect([path, Math.floor(status / 100)]).toEqual([path, 4]);
    }
    expect((await visitor.storage.createBucket('mine', { public: true })).error).not.toBeNull();
    expect((await admin.storage.createBucket('mine', { public: true })).error).not.toBeNull();
    expect((await pictures(admin).createSignedUploadUrl(name)).error).not.toBeNull();
  });

  it('in files that only the owner of the data reads', async () => {
    await pictures(admin).upload(name, asFile());
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder(), name)).mode & 0o777).toBe(0o600);
  });

  it('over a restart; one whose bytes are lost can be sent again', async () => {
    await pictures(admin).upload(name, asFile());
    const lost = nameOfPixel(new Uint8Array([0]));
    await pictures(admin).upload(lost, asFile());
    await embedded.stop();
    rmSync(join(dataDir, 'pictures', lost));
    writeFileSync(join(dataDir, 'pictures', 'half-written.part'), '');
    await start();
    expect((await fetch(urlOf(name))).status).toBe(200);
    expect((await pictures(admin).upload(name, asFile())).error).toMatchObject({
      statusCode: '409',
    });
    expect((await fetch(urlOf(lost))).status).toBe(400);
    expect((await pictures(admin).upload(lost, asFile())).error).toBeNull();
    expect(readdirSync(folder())).not.toContain('half-written.part');
  });

  it('and tells a missing picture from a missing bucket', async () => {
    const answer = async () => (await fetch(urlOf(nameOfPixel(new Uint8Array([9]))))).json();
    expect(await answer()).toMatchObject({ statusCode: '404', message: 'Object not found' });
    await embedded.sql('delete from storage.objects; delete from storage.buckets');
    expect(await answer()).toMatchObject({ statusCode: '404', message: 'Bucket not found' });
    const { error } = await pictures(admin).upload(name, asFile());
    expect(error).toMatchObject({ statusCode: '404', message: 'Bucket not found' });
    await embedded.sql('select sync.make_picture_bucket()');
    expect((await pictures(admin).upload(name, asFile())).error).toBeNull();
  });
});

async function tokenOf(client: SupabaseClient): Promise<string> {
  return (await client.auth.getSession()).data.session?.access_token ?? '';
}

describe('the bucket for pictures', () => {
  const buckets = `create schema storage; create table storage.objects (id uuid, bucket_id text, name text,
      created_at timestamptz);
    alter table storage.objects enable row level security;`;

  async function migrated(before: string) {
    const database = await emptyDatabase();
    await database.exec(before);
    for (const sql of migrations) await database.exec(sql);
    const ask = async (sql: string) =>
      Object.values((await database.query<object>(sql)).rows[0] ?? {})[0];
    return { database, ask };
  }
  const reason = 'select sync.make_picture_bucket()';
  const policies = `select count(*)::int from pg_policies where schemaname = 'storage'`;

  it('R39: holds nothing up where there is no Storage, and can be made later, which begins another history', async () => {
    const { database, ask } = await migrated('');
    const history = await ask('select epoch from sync_state');
    expect(await ask(reason)).toMatch(/storage/);
    await database.exec(`${buckets} create table storage.buckets (id text primary key, name text, public boolean,
      file_size_limit bigint, allowed_mime_types text[])`);
    expect(await ask(reason)).toBeNull();
    const another = await ask('select epoch from sync_state');
    expect(another).not.toBe(history);
    expect(await ask('select public from storage.buckets')).toBe(true);
    expect(await ask(reason)).toBeNull();
    expect(await ask('select epoch from sync_state')).toBe(another);
    expect(await ask(policies)).toBe(3);
    await database.close();
  });

  it('holds nothing up where Storage knows no limits yet; then there is none', async () => {
    const { database, ask } = await migrated(
      `${buckets} create table storage.buckets (id text primary key, name text)`,
    );
    expect(await ask(reason)).toMatch(/column/);
    expect([await ask('select count(*)::int from storage.buckets'), await ask(policies)]).toEqual([
      0, 0,
    ]);
    await database.close();
  });

  it('stays as it is where the owner has made one of that name', async () => {
    const { database, ask } =
      await migrated(`${buckets} create table storage.buckets (id text primary key, name text,
      public boolean, file_size_limit bigint, allowed_mime_types text[]);
      insert into storage.buckets values ('pictures', 'pictures', false)`);
    expect(await ask('select public from storage.buckets')).toBe(false);
    await database.close();
  });
});
