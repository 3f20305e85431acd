import '../../support/rare-syntax.ts';
import { waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { markdownHtml } from '../../../src/content/markdown/markdown-html.ts';
import { BUILT } from '../../../src/lib/built-page.ts';
import { nextFrame } from '../../../src/lib/next-frame.ts';
import { nextTask } from '../../../src/lib/next-task.ts';
import { fitMarkdown } from '../../../src/ui/fit-markdown.ts';
import { MarkedText } from '../../../src/ui/marked-text.tsx';
import { renderFormula, renderFormulas } from '../../../src/ui/render-formulas.ts';
import { ToastProvider } from '../../../src/ui/toast.tsx';
import { withFormulas } from '../../../tools/build/pages/with-formulas.ts';
import { show, synced } from '../../support/site.tsx';
import { slowClock } from '../../support/slow-clock.ts';

const fitted = (text: string) => fitMarkdown(markdownHtml(text), 'a');
const see = (text: string) =>
  show(
    <ToastProvider>
      <MarkedText html={fitted(text)} />
    </ToastProvider>,
    synced(),
    '/learnings/a',
  );
const drawn = (source: string) => {
  const box = document.createElement('span');
  box.setAttribute('data-formula', 'inline');
  const code = document.createElement('code');
  code.textContent = source;
  box.append(code);
  renderFormula(box);
  return box;
};

describe('LEARNING-2: formulas', () => {
  afterEach(() => document.getElementById(BUILT)?.remove());

  it('are drawn after the text is shown, and wide ones scroll in a box of their own', async () => {
    see('Words $x^2$ words.\n\n```math\n\\frac{a}{b}\n```');
    const boxes = [...document.querySelectorAll('[data-formula]')];
    expect(boxes.map((box) => box.textContent)).toEqual(['x^2', '\\frac{a}{b}\n']);
    await waitFor(() => expect(document.querySelectorAll('math')).toHaveLength(2));
    expect(document.querySelector('p math msup')).not.toBeNull();
    const block = document.querySelector('[data-formula="block"]');
    expect(block?.querySelector('math')?.getAttribute('display')).toBe('block');
    expect([block?.getAttribute('role'), block?.getAttribute('tabindex')]).toEqual(['group', '0']);
    expect(document.querySelector('annotation')?.textContent).toBe('x^2');
  });

  it('some of them before each frame, if there are many, until the text has gone', async () => {
    // Each look at the clock is 6 ms later, so every second formula waits for a frame.
    slowClock(6);
    const page = document.createElement('main');
    page.innerHTML = fitted('$x^2$ '.repeat(9));
    document.body.append(page);
    const count = () => page.querySelectorAll('math').length;
    const done = renderFormulas([...page.querySelectorAll('[data-formula]')]);
    await nextFrame();
    const first = count();
    await nextTask();
    expect(count()).toBe(first);
    await nextFrame();
    const second = count();
    page.remove();
    await done;
    expect([first > 0, second > first, second < 9, count()]).toEqual([true, true, true, second]);
  });

  it('are there at once, where the build has drawn them', () => {
    const built = document.createElement('main');
    built.id = BUILT;
    built.innerHTML = withFormulas(fitted('$x^2$'));
    document.body.append(built);
    see('$x^2$');
    expect(document.querySelectorAll('math')).toHaveLength(2);
  });

  it('are drawn by the build, and nothing else is touched', () => {
    const text = 'It costs $5. `<span data-formula="inline"><code>x</code></span>` $a<b$ [$c$](/d)';
    const before = document.createElement('div');
    const after = document.createElement('div');
    before.innerHTML = fitted(text);
    after.innerHTML = withFormulas(fitted(text));
    expect(after.querySelectorAll('math')).toHaveLength(2);
    for (const box of after.querySelectorAll('[data-formula]')) {
      const code = document.createElement('code');
      code.textContent = box.querySelector('annotation')?.textContent ?? '';
      box.replaceChildren(code);
    }
    expect(after.innerHTML).toBe(before.innerHTML);
    const plain = fitted('It costs $5 and $10. `$x$`');
    expect(withFormulas(plain)).toBe(plain);
  });

  it.each([
    '\\frac{',
    '\\nope',
    '}',
    '\\href{https://x.org}{x}',
    '\\class{a}{x}',
    'x'.repeat(6_000),
    '\\def\\a{\\a\\a}\\a',
  ])('that are none keep their source and say so: %#', (source) => {
    const box = drawn(source);
    expect(box.querySelector('code')?.textContent).toBe(source);
    expect(box.querySelector('small')?.textContent).toBe(' (This formula can’t be shown.)');
    renderFormula(box);
    expect(box.querySelectorAll('small')).toHaveLength(1);
    expect(box.querySelector('math')).toBeNull();
  });

  it.each([
    '\\text{<script>alert(1)</script>}',
    '\\color{red}{x}',
    '\\style{color:red}{x}',
    '\\htmlId{root}{x}',
    '\\id{root}{x}',
    '\\url{javascript:alert(1)}',
    '\\includegraphics{https://x.org/a.png}',
    '\\label{root}\\tag{1}x',
    '\\cancel{x}\\boxed{y}',
    '\\rule{99999em}{99999em}',
  ])('can bring nothing but MathML: %j', (source) => {
    const box = drawn(source);
    expect(
      box.querySelectorAll('[id], [class], [style], [href], [src], a, img, script'),
    ).toHaveLength(0);
    for (const element of box.querySelectorAll('*')) {
      for (const name of element.getAttributeNames()) expect(name).not.toMatch(/^on/);
    }
  });
});
