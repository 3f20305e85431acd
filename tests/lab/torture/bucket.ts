import { filesIn } from '../../support/named-files.ts';
import type { Reply, Sent } from './server.ts';

/** The server's files. Whether an edit that was applied names one that has not come yet is noted here. */
export class Bucket {
  /** The names of the files that are there. */
  readonly files = new Set<string>();
  /** How every file is refused at present; null while they are taken. */
  refuses: Refusal | null = null;
  /** The refusals that were answered, by the name of the file. */
  readonly refused = new Map<string, { code: string; message: string }[]>();
  /** The edits that were applied before a file that they name. */
  readonly early = new Map<string, string>();
  /** A file that came under a name that is not its own; null for none. */
  strange: string | null = null;

  take(name: string, hash: unknown, isAllowed: boolean): Reply {
    if (!name.startsWith(`pictures/${hash}`)) this.strange = name;
    const refusal = isAllowed ? this.refuses : notAllowed;
    if (refusal !== null) {
      const { statusCode: code, message } = refusal;
      this.refused.set(name, [
        ...(this.refused.get(name) ?? []),
        { code: `file ${code}`, message: `${name}: 400 ${message}` },
      ]);
      return { status: 400, text: JSON.stringify(refusal) };
    }
    if (this.files.has(name)) return { status: 400, text: JSON.stringify(duplicate) };
    this.files.add(name);
    return { status: 200, text: JSON.stringify({ Key: name, Id: hash }) };
  }

  /** An edit was applied. @returns whether it names files */
  applied(id: string, changes: Sent['changes']): boolean {
    const named = namedIn(changes);
    const [missing] = named.filter((name) => !this.files.has(name));
    if (missing !== undefined) this.early.set(id, missing);
    return named.length > 0;
  }
}

/** The files that changes name in what they write. */
export function namedIn(changes: readonly object[]): readonly string[] {
  return filesIn(JSON.stringify(changes.map((change) => 'values' in change && change.values)));
}

const duplicate = { statusCode: '409', error: 'Duplicate', message: 'The resource already exists' };
const notAllowed = {
  statusCode: '403',
  error: 'Unauthorized',
  message: 'violates row-level security',
};
export const refusals = {
  'too large': { statusCode: '413', error: 'Payload too large', message: 'exceeded the maximum' },
  'no bucket': { statusCode: '404', error: 'Bucket not found', message: 'Bucket not found' },
} as const;
type Refusal = { readonly statusCode: string; readonly message: string };
