import { filesIn, hashOf } from '../../support/named-files.ts';
import type { Reply, Sent } from './server.ts';

/** ms after which an upload in parts is gone: soon, so that many are. */
const UPLOAD_LASTS_MS = 2_000;

/** A request about an upload in parts. */
export interface AboutUpload {
  readonly method: string;
  /** `Upload-Length`, `Upload-Metadata` and `Upload-Offset`. */
  readonly length: string | null;
  readonly metadata: string | null;
  readonly offset: string | null;
  /** The bytes, in base64. */
  readonly part: string | null;
  /** The line breaks while they come. */
  readonly isCut?: boolean;
}

/** What may become of uploads in parts; a run has to meet all of it. */
export const uploadEvents = [
  'begins',
  'goes on in the middle of a part',
  'has every byte and no file',
  'is gone',
  'is elsewhere',
  'is there already',
  'is stored',
  'is refused',
] as const;

interface Upload {
  readonly name: string;
  readonly size: number;
  readonly begun: number;
  bytes: Buffer;
}

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

  private readonly uploads = new Map<string, Upload>();
  private begun = 0;

  /**
   * @param now ms since 1970
   * @param met told what became of an upload
   */
  constructor(
    private readonly now: () => number,
    private readonly met: (event: (typeof uploadEvents)[number]) => void,
  ) {}

  /** Uploads in parts, as hosted Supabase answers them: in plain words. */
  answerUpload(id: string, about: AboutUpload, isAllowed: boolean): Reply {
    if (about.method === 'POST') return this.begin(about, isAllowed);
    const upload = this.uploads.get(id);
    if (upload === undefined || this.now() - upload.begun > UPLOAD_LASTS_MS) {
      this.met('is gone');
      return said(upload === undefined ? 404 : 410);
    }
    const offset = { 'upload-offset': String(upload.bytes.length) };
    if (about.method === 'HEAD') {
      if (upload.bytes.length === upload.size) this.met('has every byte and no file');
      return said(200, offset);
    }
    return this.takePart(upload, about, isAllowed);
  }

  private begin({ length, metadata }: AboutUpload, isAllowed: boolean): Reply {
    const values = new Map(
      (metadata ?? '').split(',').map((it) => it.split(' ') as [string, string]),
    );
    const value = (key: string) => Buffer.from(values.get(key) ?? '', 'base64').toString();
    const name = `${value('bucketName')}/${value('objectName')}`;
    const refused = this.refusedAt(name, isAllowed);
    if (refused !== null) return refused;
    this.begun += 1;
    const id = `upload-${this.begun}`;
    this.uploads.set(id, { name, size: Number(length), begun: this.now(), bytes: Buffer.of() });
    this.met('begins');
    return said(201, { location: `https://elsewhere.example/upload/resumable/${id}` });
  }

  private takePart(
    upload: Upload,
    { offset, part, isCut }: AboutUpload,
    isAllowed: boolean,
  ): Reply {
    const refused = this.refusedAt(upload.name, isAllowed);
    if (refused !== null) return refused;
    if (Number(offset) !== upload.bytes.length) {
      this.met('is elsewhere');
      return said(409);
    }
    const came = Buffer.from(part ?? '', 'base64');
    if (upload.bytes.length + came.length > upload.size) {
      this.strange = upload.name;
      return said(413);
    }
    const isLast = upload.bytes.length + came.length === upload.size;
    // Of a last part the line may break after its bytes: then they are here, and nothing is made of them.
    const taken = isCut && !isLast ? came.subarray(0, Math.ceil(came.length / 2)) : came;
    if (upload.bytes.length % came.length !== 0 && !isLast)
      this.met('goes on in the middle of a part');
    upload.bytes = Buffer.concat([upload.bytes, taken]);
    if (isLast && !isCut) {
      const { buffer } = new Uint8Array(upload.bytes);
      this.take(upload.name, hashOf(buffer), isAllowed);
      this.met('is stored');
    }
    return said(204, { 'upload-offset': String(upload.bytes.length) });
  }

  private refusedAt(name: string, isAllowed: boolean): Reply | null {
    const refusal = isAllowed ? this.refuses : notAllowed;
    if (refusal !== null) this.met('is refused');
    if (refusal !== null) return said(Number(refusal.statusCode));
    if (!this.files.has(name)) return null;
    this.met('is there already');
    return said(409);
  }

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

function said(status: number, headers: Record<string, string> = {}): Reply {
  return { status, text: '', headers: { 'tus-resumable': '1.0.0', ...headers } };
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
