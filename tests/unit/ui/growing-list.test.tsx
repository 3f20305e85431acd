import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Navigated } from '../../../src/app/navigated.tsx';
import { GrowingList, type UpTo } from '../../../src/ui/growing-list.tsx';
import { follow, navigationAt } from '../../support/navigation.ts';
import { render } from '../../support/site.tsx';

const more = () => fireEvent.click(screen.getByRole('button', { name: /^Show \d+ more$/ }));

function showList(count: number) {
  const items = Array.from({ length: count }, (_, n) => ({ id: `${n}` }));
  const list = (
    <GrowingList items={items} className="">
      {({ id }) => <a href={`#${id}`}>{`number ${id}`}</a>}
    </GrowingList>
  );
  const navigation = navigationAt([{ pathname: '/', key: crypto.randomUUID() }]);
  render(<Navigated navigation={navigation}>{() => list}</Navigated>);
  return navigation;
}

const shown = () => screen.getAllByRole('listitem').length;

describe('a growing list', () => {
  it('LOOK-17: grows when it is asked to, to the end, and the focus goes to what is new', () => {
    showList(200);
    expect(shown()).toBe(96);
    more();
    expect(shown()).toBe(192);
    expect(document.activeElement?.textContent).toBe('number 96');
    expect(screen.getByRole('button', { name: /more$/ }).textContent).toBe('Show 8 more');
    more();
    expect(shown()).toBe(200);
    expect(screen.queryByRole('button', { name: /more$/ })).toBeNull();
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
    more();
    expect(shown()).toBe(397);
    await act(() => follow(navigation, '/', { upTo: 'nowhere' } satisfies UpTo));
    expect(shown()).toBe(96);
  });

  it('begins anew at another address, and has its old length after going back', async () => {
    const navigation = showList(500);
    more();
    expect(shown()).toBe(192);
    await act(() => follow(navigation, '/?type=text'));
    expect(shown()).toBe(96);
    more();
    expect(shown()).toBe(192);
    more();
    act(() => navigation.navigator.go(-1));
    expect(shown()).toBe(192);
  });
});
