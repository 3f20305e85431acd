import '../../support/rare-syntax.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { type InitialEntry, Route, Routes } from 'react-router-dom';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Navigated } from '../../../src/app/navigated.tsx';
import { showPicturesOnTheirWay } from '../../../src/app/pictures-on-their-way.ts';
import { markdownHtml } from '../../../src/content/markdown/markdown-html.ts';
import { LOADING } from '../../../src/lib/built-page.ts';
import { EnlargeablePicture } from '../../../src/ui/enlargeable-picture.tsx';
import { fitMarkdown } from '../../../src/ui/fit-markdown.ts';
import { MarkedText } from '../../../src/ui/marked-text.tsx';
import { Picture, standInGrounds } from '../../../src/ui/picture.tsx';
import { ToastProvider } from '../../../src/ui/toast.tsx';
import { navigationAt } from '../../support/navigation.ts';
import { render } from '../../support/site.tsx';

const source = '/pictures/x.svg';

function open(initialEntries: InitialEntry[] = ['/before', '/']) {
  const navigation = navigationAt(initialEntries);
  render(
    <Navigated navigation={navigation}>
      {() => (
        <Routes>
          <Route path="/" element={<EnlargeablePicture src={source} title="On vibes" />} />
          <Route path="/before" element="Before" />
        </Routes>
      )}
    </Navigated>,
  );
  return navigation;
}

const enlarge = () => screen.queryByRole('button', { name: 'Enlarge picture: On vibes' });

describe('a picture', () => {
  it.each(['javascript:alert(1)', ' JavaScript:alert(1)', 'file:///etc/passwd', 'http://'])(
    'at %j is not asked for: its letter stands there',
    (src) => {
      render(<Picture src={src} alt="Chart" />);
      expect(document.querySelector('img')).toBeNull();
      expect(screen.getByRole('img', { name: 'Chart' }).textContent).toBe('C');
    },
  );

  it.each([source, 'pictures/x.svg', 'https://example.com/x.png', 'data:image/png;base64,AA=='])(
    'at %j is',
    (src) => {
      render(<Picture src={src} alt="Chart" />);
      expect(document.querySelector('img')?.getAttribute('src')).toBe(src);
    },
  );
});

it('PROJECTS-4: what stands in for a picture has a ground that goes by its letter', () => {
  const groundOf = (words: string) => {
    const { container, unmount } = render(<Picture src={null} alt="" standIn={words} />);
    const found = standInGrounds.filter((ground) =>
      container.querySelector(`[class~="${ground}"]`),
    );
    unmount();
    return found.join();
  };
  expect(groundOf('Tool Shed')).toBe(groundOf('the T'));
  expect(groundOf('Tool Shed')).not.toBe(groundOf('Shed'));
  expect(new Set([...'ABCDE'].map(groundOf)).size).toBe(standInGrounds.length);
});

describe('PICTURE-1: a picture that the site has taken in', () => {
  const address = `/pictures/${'0123456789abcdef'.repeat(2)}-2000x1500-aabbcc.webp`;
  const card = address.replace('.webp', '-card.webp');
  const there = 'https://b.example/storage/v1/object/public';
  const image = () => document.querySelector('img');
  const colour = () => image()?.style.backgroundColor;

  it('has its colour before it arrives, and a file of its own for phones', () => {
    render(<Picture src={address} alt="Chart" />);
    expect(colour()).toMatch(/^(#aabbcc|rgb\(170, 187, 204\))$/);
    expect(document.querySelector('source')?.srcset).toBe(card);
    expect(image()?.srcset).toBe(`${card} 640w, ${address} 2000w`);
  });

  it('keeps its place in a text', () => {
    const text = document.createElement('div');
    text.innerHTML = fitMarkdown(`<p><img src="${address}" alt="Chart"></p>`, 'a');
    const shown = text.querySelector('[data-picture] > picture > source + img');
    expect(text.querySelector('source')?.getAttribute('srcset')).toBe(card);
    expect([shown?.getAttribute('width'), shown?.getAttribute('height')]).toEqual(['2000', '1500']);
    expect(shown?.getAttribute('style')).toBe('background-color: #aabbcc');
  });

  const onDevice = (file?: Blob) =>
    onTestFinished(showPicturesOnTheirWay('https://b.example', { fileOf: async () => file }));

  it('comes from this device while an edit names it that is not sent', async () => {
    onDevice(new Blob(['x'], { type: 'image/webp' }));
    render(<Picture src={address} alt="Chart" />);
    fireEvent.error(image()!);
    await waitFor(() => expect(image()?.src).toMatch(/^blob:/));
    expect(image()?.srcset).toBe('');
    expect(document.querySelector('source')?.media).toBe('not all');
  });

  it('comes from the backend where the host has none, and is broken where neither has it', async () => {
    onDevice();
    render(<Picture src={address} alt="Chart" />);
    fireEvent.error(image()!);
    await waitFor(() => expect(image()?.getAttribute('src')).toBe(`${there}${address}`));
    expect(document.querySelector('source')?.srcset).toBe(`${there}${card}`);
    expect(image()?.srcset).toBe(`${there}${card} 640w, ${there}${address} 2000w`);
    fireEvent.error(image()!);
    expect(image()).toBeNull();
    expect(screen.getByRole('img', { name: 'Chart' }).textContent).toBe('C');
  });

  it('is not looked for at the backend where it is none', () => {
    onDevice();
    render(<Picture src={source} alt="Chart" />);
    fireEvent.error(image()!);
    expect(image()).toBeNull();
  });
});

describe('HOME-5: a picture in a text', () => {
  const text =
    '![a chart](/c.svg) [![linked](/d.svg)](/e)\n\n# ![in a heading](/f.svg)\n\n![](/g.svg)';

  async function openText() {
    const navigation = navigationAt(['/before', '/']);
    render(
      <ToastProvider>
        <Navigated navigation={navigation}>
          {() => <MarkedText html={fitMarkdown(markdownHtml(text), 'a')} />}
        </Navigated>
      </ToastProvider>,
    );
    await waitFor(() => expect(document.querySelectorAll(`[${LOADING}]`).length).toBe(0));
    return navigation;
  }

  it('is a button that enlarges it, unless it is in a link', async () => {
    await openText();
    const buttons = screen.getAllByRole('button').map((it) => it.getAttribute('aria-label'));
    expect(buttons).toEqual(['Enlarge picture: a chart', 'Enlarge picture']);
    expect(screen.getAllByRole('link').map((it) => it.querySelector('img')?.alt)).toEqual([
      'linked',
      'in a heading',
    ]);
  });

  it('is closed by Back, which stays on the page, and enlarged again by Forward', async () => {
    const navigation = await openText();
    fireEvent.click(screen.getByRole('button', { name: 'Enlarge picture: a chart' }));
    const dialog = await screen.findByRole('dialog', { name: 'Picture: a chart' });
    expect(dialog.querySelector('img')?.getAttribute('src')).toMatch(/\/c\.svg$/);
    act(() => navigation.navigator.go(-1));
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Enlarge picture' }));
    expect(await screen.findByRole('dialog', { name: 'Picture' })).toBeTruthy();
    act(() => navigation.navigator.go(-1));
    act(() => navigation.navigator.go(1));
    expect(await screen.findByRole('dialog', { name: 'Picture' })).toBeTruthy();
    act(() => navigation.navigator.go(-1));
    expect(navigation.arrival.location.pathname).toBe('/');
  });
});

describe('a picture that can be enlarged', () => {
  it('cannot be enlarged while it is broken, and can be again when the connection returns', () => {
    open();
    fireEvent.error(document.querySelector('img')!);
    expect(enlarge()).toBeNull();
    expect(screen.getByText('O')).toBeTruthy();
    act(() => void window.dispatchEvent(new Event('online')));
    expect(enlarge()).not.toBeNull();
  });

  it('is closed by Back, which stays on the page', async () => {
    const navigation = open();
    fireEvent.click(enlarge()!);
    expect(await screen.findByRole('dialog')).toBeTruthy();
    act(() => navigation.navigator.go(-1));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(navigation.arrival.location.pathname).toBe('/');
  });

  it('is closed by its button, which leaves no history entry', async () => {
    const navigation = open();
    fireEvent.click(enlarge()!);
    fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    act(() => navigation.navigator.go(-1));
    expect(navigation.arrival.location.pathname).toBe('/before');
  });
});
