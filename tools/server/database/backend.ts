import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { App, getStorageSchemaSql, setExperimental } from '@supabase/lite';
import { createPgliteConnection, type PgliteConnection } from '@supabase/lite/pglite';
import { isFull, openDataFolder } from './data-folder.ts';
import { createDemoAdmin, type DemoAdmin } from './demo-admin.ts';
import { withoutForm } from './form-upload.ts';
import { keepingExitCode, leaveExitCode } from './keeping-exit-code.ts';
import { migrate, OtherMigrations } from './migrate.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { PictureFolder, pictureFolderIn } from './picture-folder.ts';
import { listenForPokes, type Poke, pokeListeners } from './poke-trigger.ts';
import { releaseWhatIsDue } from './release-what-is-due.ts';
import { resumableUploads } from './resumable-uploads.ts';
import { PUBLISHABLE_KEY, readSecrets, type WantedDemoAdmin } from './secrets.ts';
import { asPostgrest } from './sql-errors.ts';
import { accountIn, uploadRefusal } from './upload-rights.ts';

/**
 * Supabase on this machine, in this thread: data, auth and storage API (@supabase/lite) on Postgres in WASM
 * (PGlite), with the same migrations and seed as a hosted project. It opens no port; server.ts does. It never uses
 * the API's 'admin mode': as on hosted Supabase, a request without a session is `anon`.
 */

export interface BackendOptions extends WantedDemoAdmin {
  /** Where the data is kept; null keeps it in memory. */
  dataDir: string | null;
  migrationsDir: string;
  /** SQL run once, at the first start; null for none. */
  seedFile: string | null;
}

export interface EmbeddedBackend {
  /**
   * Answers a request to /rest/v1, /auth/v1 or /storage/v1. Its body must have arrived, because other requests wait meanwhile.
   *
   * @param caller who asks: callers take turns
   */
  fetch(request: Request, caller?: string): Promise<Response>;
  /** Calls the listener at every poke. @returns a function that ends that */
  onPoke(listener: (poke: Poke) => void): () => void;
  readonly jwtSecret: string;
  readonly demoAdmin: DemoAdmin;
  /** The folder with the bytes of the pictures, a file each. */
  readonly pictures: string;
  close(): Promise<void>;
}

/** A backend whose database is in the same thread. */
export interface LocalBackend extends EmbeddedBackend {
  /** Runs a job on the database while no request does. A nested call would deadlock. */
  exclusively<T>(job: (database: PGlite) => Promise<T>): Promise<T>;
}

/** As in config.toml, for hosted Supabase. */
const MINIMUM_PASSWORD_LENGTH = 8;

/** @throws if the data cannot be opened or a migration fails; the message says what to do */
export async function createBackend(options: BackendOptions): Promise<LocalBackend> {
  const { dataDir, migrationsDir, seedFile } = options;
  const folder = dataDir === null ? null : openDataFolder(dataDir);
  // Bytes of pictures are in files in any case.
  const passing = dataDir === null ? mkdtempSync(join(tmpdir(), 'fieldnotes-pictures-')) : null;
  const pictures = pictureFolderIn(dataDir ?? passing ?? '');
  const leave = () => {
    folder?.release();
    if (passing !== null) rmSync(passing, { recursive: true, force: true });
  };
  let connection: PgliteConnection | null = null;
  try {
    const secrets = readSecrets(dataDir, options);
    connection = await openDatabase(folder?.postgres ?? null);
    const { driver: database } = connection;
    const app = appOn(connection, secrets.jwtSecret);
    const folderOfPictures = new PictureFolder(pictures);
    await offerStorage(app, database, folderOfPictures);
    await app.ensureSystemSchema();
    await migrate(database, migrationsDir, seedFile);
    await forgetLost(database, folderOfPictures);
    const pokes = pokeListeners();
    await listenForPokes(database, pokes.tell);
    const inTurn = oneAtATime();
    const store = (request: Request) => app.fetch(request, { peerAddress: null });
    const inParts = resumableUploads({
      folder: pictures,
      account: (request) => accountIn(request, secrets.jwtSecret),
      refusal: (account, wanted) => uploadRefusal(database, account, wanted),
      store,
    });
    const fetch = (request: Request) =>
      inTurn(async () => (await inParts(request)) ?? store(await withoutForm(request)));
    const demoAdmin = { email: secrets.demoEmail, password: secrets.demoPassword };
    if (folder?.isFirstStart ?? true)
      await createDemoAdmin(fetch, database, PUBLISHABLE_KEY, demoAdmin);
    folder?.complete();
    const exclusively: LocalBackend['exclusively'] = (job) => inTurn(() => job(database));
    const stopReleasing = releaseWhatIsDue(exclusively);
    return {
      fetch,
      exclusively,
      onPoke: pokes.add,
      jwtSecret: secrets.jwtSecret,
      demoAdmin,
      pictures,
      close() {
        stopReleasing();
        return inTurn(() => database.close()).finally(leave);
      },
    };
  } catch (error) {
    // A database without disk space cannot even be closed.
    await connection?.driver.close().catch(() => {});
    leave();
    if (dataDir !== null && isFull(dataDir)) {
      throw new Error(
        `The disk is full that holds ${dataDir}. Make room and start again; what is kept there stays as it is.`,
        { cause: error },
      );
    }
    if (dataDir !== null && error instanceof OtherMigrations) {
      throw new Error(
        `The data in ${dataDir} was made by another version of the migrations (${error.message}). To start anew, move that folder away.`,
        { cause: error },
      );
    }
    throw error;
  }
}

/**
 * Switches the library's Storage on. It is an experiment of the library, and off by default; its warning, printed when the app
 * is made ready, is for those who use all of it. The HTTP server lets through the few requests that our tests try.
 */
async function offerStorage(app: App, database: PGlite, pictures: PictureFolder): Promise<void> {
  await app.init();
  setExperimental('storage', true);
  app._storageAdapter = pictures;
  await database.exec(getStorageSchemaSql());
}

/** Forgets names whose bytes are lost, for instance when the machine stopped between the two steps of a removal. */
async function forgetLost(database: PGlite, pictures: PictureFolder): Promise<void> {
  await database.query(
    `delete from storage.objects where bucket_id = 'pictures' and not name = any($1)`,
    [pictures.names()],
  );
}

async function openDatabase(folder: string | null): Promise<PgliteConnection> {
  try {
    const connection = await keepingExitCode(async () => {
      const begun = await createPgliteConnection({ url: folder ?? 'memory://' });
      await begun.driver.waitReady;
      return begun;
    });
    leaveExitCode(connection.driver);
    connection.normalizeDbError = asPostgrest;
    // At its first request the API would grant every table and sequence to everybody, whatever the migrations have
    // revoked. All that it needs besides is made by them and by migrate.ts.
    Object.assign(connection, { ensureRlsContext: async () => true });
    // As on hosted Supabase, `notify pgrst, 'reload schema'` tells the API about new functions and tables.
    await connection.driver.listen('pgrst', () => void connection.clearSchemaCache());
    return connection;
  } catch (error) {
    if (folder === null) throw error;
    throw new Error(
      `The database in ${folder} cannot be opened. Move that folder away to start anew.`,
      { cause: error },
    );
  }
}

function appOn(connection: PgliteConnection, jwtSecret: string): App {
  return new App({
    connection,
    // As in config.toml.
    api: { schemas: ['public'] },
    auth: {
      enabled: true,
      jwt_secret: jwtSecret,
      publishable_key: PUBLISHABLE_KEY,
      minimum_password_length: MINIMUM_PASSWORD_LENGTH,
    },
    storage: { enabled: true },
    // Otherwise its Studio would answer at every unknown address.
    options: { server: { disableStudio: true, admin: false } },
  });
}
