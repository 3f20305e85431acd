// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';

it('documents that are only parsed load nothing, and cause no warning', () => {
  const told: unknown[] = [];
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((words) => told.push(words) > 0);
  const hostile = `<iframe src="https://evil.example/"></iframe><script src="https://evil.example/x.js"></script>
    <link rel="stylesheet" href="https://evil.example/x.css"><iframe src="javascript:pwned()"></iframe>`;
  const parsed = new DOMParser().parseFromString(hostile, 'text/html');
  document.body.append(...parsed.body.childNodes, document.createElement('iframe'));
  document.body.replaceChildren();
  vi.restoreAllMocks();
  expect(told).toEqual([]);
});
