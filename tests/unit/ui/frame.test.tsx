import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { Route, Routes } from 'react-router-dom';
import { expect, it } from 'vitest';
import { ErrorBoundary } from '../../../src/app/error-boundary.tsx';
import { ErrorScreen } from '../../../src/app/error-screen.tsx';
import { Navigated } from '../../../src/app/navigated.tsx';
import { Sidebar } from '../../../src/app/sidebar.tsx';
import { ContactPage } from '../../../src/features/contact/contact-page.tsx';
import { PostsPage } from '../../../src/features/posts/posts-page.tsx';
import { site } from '../../../src/site.config.ts';
import { follow, navigationAt } from '../../support/navigation.ts';
import { takeConsole } from '../../support/setup.ts';
import { newDevice, render, show, synced } from '../../support/site.tsx';

it('FRAME-3: the sidebar shows the brand and the tagline', () => {
  const { container } = show(<Sidebar />, synced());
  expect(container.textContent).toContain(site.brand);
  expect(screen.getByText(site.tagline)).toBeTruthy();
});

it('FRAME-4 LOOK-9: on Contact 14 to 20 shapes fall over coral, hidden from screen readers, and on no other page', () => {
  const { container, unmount } = show(<ContactPage />, synced());
  const falling = container.querySelector('.bg-contact > .falling');
  expect(falling?.getAttribute('aria-hidden')).toBe('true');
  expect(falling?.children.length).toBeGreaterThanOrEqual(14);
  expect(falling?.children.length).toBeLessThanOrEqual(20);
  unmount();
  expect(show(<PostsPage />, synced()).container.querySelector('.falling, .bg-contact')).toBeNull();
});

it('FRAME-6 OFFLINE-1: a page that fails to render is replaced, until the next navigation, by an error that offers to reload, and leads to what is on the device', async () => {
  const Broken = () => {
    throw new Error('a defect');
  };
  const navigation = navigationAt(['/broken']);
  render(
    <Navigated navigation={navigation}>
      {() => (
        <ErrorBoundary instead={(error) => <ErrorScreen error={error} />}>
          <Routes>
            <Route path="/broken" element={<Broken />} />
            <Route path="/sound" element="Sound" />
          </Routes>
        </ErrorBoundary>
      )}
    </Navigated>,
  );
  const heading = await screen.findByRole('heading', { level: 1 });
  expect(heading.textContent).toBe('Unexpected Application Error!');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  const way = screen.getByRole('link', { name: 'On this device' });
  expect(way.getAttribute('href')).toBe('/offline');
  expect(takeConsole().join('\n')).toContain('a defect');
  await act(() => follow(navigation, '/sound'));
  expect(document.body.textContent).toBe('Sound');
});

it('CONTACT-1: the contact form says that it sends nothing, and stands beside a card', () => {
  show(<ContactPage />, synced());
  expect(screen.getByRole('heading', { level: 2 }).textContent).toContain('isn’t built yet');
  for (const label of ['Name', 'Email', 'Subject', 'Message']) {
    expect(screen.getByLabelText(label)).toBeTruthy();
  }
  const email = screen.getByLabelText<HTMLInputElement>('Email');
  expect([email.type, email.required]).toEqual(['email', false]);
  expect(email.form?.noValidate).toBe(true);
  const submitted = new Event('submit', { bubbles: true, cancelable: true });
  email.form?.dispatchEvent(submitted);
  expect(submitted.defaultPrevented).toBe(true);
  const card = screen.getByRole('complementary', { name: 'Contact information' });
  expect(within(card).getByText(site.contactCard.email)).toBeTruthy();
});

it('FRAME-6: a page whose elements somebody else has moved is put together anew', () => {
  let change = () => {};
  function Page() {
    const [isChanged, setChanged] = useState(false);
    change = () => setChanged(true);
    return (
      <p>
        {!isChanged && 'Here '}
        <b>again</b>
      </p>
    );
  }
  show(
    <ErrorBoundary instead={() => <p>Broken</p>}>
      <Page />
    </ErrorBoundary>,
    synced(),
  );
  const page = screen.getByText('again').parentElement!;
  // As browsers say it where a translation has taken the text out of the page; happy-dom gives the error another name.
  page.removeChild = () => {
    throw new DOMException('The node to be removed is not a child of this node.', 'NotFoundError');
  };
  act(change);
  expect(screen.getByText('again').parentElement?.outerHTML).toBe('<p>Here <b>again</b></p>');
  expect(screen.queryByText('Broken')).toBeNull();
  takeConsole();
});

it('FRAME-6: a page whose elements somebody else moves again and again is replaced by the error', () => {
  function Page(): never {
    throw new DOMException('The node to be removed is not a child of this node.', 'NotFoundError');
  }
  show(
    <ErrorBoundary instead={() => <p>Broken</p>}>
      <Page />
    </ErrorBoundary>,
    synced(),
  );
  expect(screen.getByText('Broken')).toBeTruthy();
  takeConsole();
});

it('ROUTE-1: an address that leads on by itself moves the focus only for who has followed a link to it', async () => {
  const device = await newDevice();
  const { navigation } = device.open('/commentary');
  const shown = await screen.findByRole('heading', { level: 1, name: 'My AI friends' });
  expect(document.activeElement).toBe(document.body);
  await act(() => follow(navigation, '/index.html'));
  await waitFor(() => expect(document.activeElement?.textContent).toBe(site.greeting));
  await act(() => follow(navigation, '/commentary'));
  await waitFor(() => expect(document.activeElement?.textContent).toBe(shown.textContent));
});

it('FRAME-1: a page that takes the place of the first one, as from the menu, has the focus', async () => {
  const device = await newDevice();
  const { navigation } = device.open('/contact');
  await screen.findByRole('heading', { level: 1 });
  expect(document.activeElement).toBe(document.body);
  act(() => navigation.navigator.replace('/posts'));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Posts'));
});
