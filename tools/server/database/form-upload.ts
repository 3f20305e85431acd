/**
 * The upload that a form holds, as one whose body is the file alone. supabase-js sends a file of a browser in a form, in a field
 * without a name; hosted Supabase takes it from any field, and @supabase/lite from one called `file`.
 *
 * @returns the same request if it is no such upload
 */
export async function withoutForm(request: Request): Promise<Request> {
  const { method, url } = request;
  const type = request.headers.get('content-type') ?? '';
  const isUpload = new URL(url).pathname.startsWith('/storage/') && type.startsWith('multipart/');
  if (!isUpload) return request;
  // A form that cannot be read has no file, and the API refuses it by its type.
  const form = await request.formData().catch(() => new FormData());
  const file = [...form.values()].find((value) => value instanceof Blob) ?? new Blob();
  const headers = new Headers(request.headers);
  headers.set('content-type', file.type || 'application/octet-stream');
  headers.set('content-length', String(file.size));
  return new Request(url, { method, headers, body: await file.arrayBuffer() });
}
