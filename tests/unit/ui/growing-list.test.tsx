import { act, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Navigated } from '../../../src/app/navigated.tsx';
import { GrowingList, type UpTo } from '../../../src/ui/growing-list.tsx';
import { follow, navigationAt } from '../../support/navigation.ts';
import { render } from '../../support/site.tsx';

/** The test decides what the window shows, because happy-dom has no layout. */
const observers = new Set<(seen: { isIntersecting: boolean }[]) => void>();

beforeEach(() => {
  observers.clear();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(private readonly tell: (seen: { isIntersecting: boolean }[]) => void) {}
      observe() {
        observers.add(this.tell);
      }
      disconnect() {
        observers.delete(this.tell);
      }
    },
  );
});

const theEnd = (...seen: boolean[]) =>
  act(() => {
    for (const tell of [...observers]) tell(seen.map((isIntersecting) => ({ isIntersecting })));
  });

function showList(count: number) {
  const items = Array.from({ length: count }, (_, n) => ({ id: `${n}` }));
  const list = (
    <GrowingList items={items} className="">
      {({ id }) => `number ${id}`}
    </GrowingList>
  );
  const navigation = navigationAt([{ pathname: '/', key: crypto.randomUUID() }]);
  render(<Navigated navigation={navigation}>{() => list}</Navigated>);
  return navigation;
}

const shown = () => screen.getAllByRole('listitem').length;

describe('a growing list', () => {
  it('grows each time its end comes near, to the end', () => {
    showList(200);
    expect(shown()).toBe(96);
    theEnd(false);
    expect(shown()).toBe(96);
    theEnd(true);
    expect(shown()).toBe(192);
    theEnd(true);
    expect(shown()).toBe(200);
  });

  it('uses the last of several reports about its end', () => {
    showList(500);
    theEnd(true, false);
    expect(shown()).toBe(96);
    theEnd(false, true);
    expect(shown()).toBe(192);
  });

  it('is whole before it is printed', () => {
    showList(500);
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(shown()).toBe(500);
  });

  it('begins long enough to contain the item of the navigation, and grows on from there', async () => {
    const navigation = showList(500);
    await act(() => follow(navigation, '/', { upTo: '300' } satisfies UpTo));
    expect(shown()).toBe(301);
    theEnd(true);
    expect(shown()).toBe(397);
    await act(() => follow(navigation, '/', { upTo: 'nowhere' } satisfies UpTo));
    expect(shown()).toBe(96);
  });

  it('begins anew at another address, and has its old length after going back', async () => {
    const navigation = showList(500);
    theEnd(true);
    expect(shown()).toBe(192);
    await act(() => follow(navigation, '/?type=text'));
    expect(shown()).toBe(96);
    theEnd(true);
    expect(shown()).toBe(192);
    theEnd(true);
    act(() => navigation.navigator.go(-1));
    expect(shown()).toBe(192);
  });
});
