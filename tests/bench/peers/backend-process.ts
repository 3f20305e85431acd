import { readFileSync } from 'node:fs';
import { startEmbedded } from '../../support/embedded.ts';

/** The backend in a process of its own, so that its database does not hold up the proxy. backend.ts starts it. */

export interface Asked {
  readonly id: number;
  readonly text: string;
  readonly parameters: unknown[];
}

export type Told =
  | { readonly url: string; readonly admin: { email: string; password: string } }
  | { readonly id: number; readonly rows: Record<string, unknown>[] }
  | { readonly id: number; readonly error: string };

const embedded = await startEmbedded({ seed: false });
await embedded.sql(readFileSync(`${import.meta.dirname}/links.sql`, 'utf8'));
const tell = (told: Told) => void process.send?.(told);

process.on('message', ({ id, text, parameters }: Asked) => {
  embedded.sql(text, parameters).then(
    (rows) => tell({ id, rows }),
    (error: unknown) => tell({ id, error: String(error) }),
  );
});
process.on('disconnect', () => void embedded.stop().finally(() => process.exit()));
tell({ url: embedded.url, admin: embedded.backend.demoAdmin });
