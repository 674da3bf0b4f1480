import { addMessages, push, setLanguage, setModuleLoader, setShellInfo, tokens } from '@outrider/sdk';
import { aShellInfo, accessibilityProblems, renderInRemote, type ShellInfoOptions } from '@outrider/sdk/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter, useLocation } from '@outrider/sdk/router';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import en from '../../locales/en.json';
import { Frame } from './frame';

const text = (value: string) => ({ en: value, de: value });
const remotes = [
  {
    name: 'demo',
    routes: [
      { path: '/map-view', module: './entry', permission: 'getVehiclePresence', title: text('Map') },
      { path: '/cloud', module: './files', permission: 'listFilesets', title: text('Files') },
    ],
    navigation: [
      { id: 'map', path: '/map-view', icon: 'map', order: 50, permission: 'getVehiclePresence', label: text('Map') },
      { id: 'files', path: '/cloud', icon: 'files', order: 100, permission: 'listFilesets', label: text('Files') },
    ],
    slots: [
      { slot: 'command-palette', module: './palette' },
      { slot: 'drawer-badges', module: './badges' },
      { slot: 'toolbar-icons', path: '/cloud', icon: 'users', label: text('Users'), order: 20, permission: 'listUsers' },
      { slot: 'toolbar-icons', path: '/map-view', icon: 'map', label: text('Fleet'), order: 10 },
      { slot: 'toolbar-icons', id: 'notices', module: './notices', icon: 'notifications', label: text('Notices'), order: 5, permission: 'getVehiclePresence' },
    ],
  },
];

function At() {
  return <output>{useLocation().pathname}</output>;
}

function show(path: string, options: ShellInfoOptions = {}) {
  return renderInRemote(
    <MemoryRouter initialEntries={[path]}>
      <Frame />
      <At />
    </MemoryRouter>,
    { granted: ['getVehiclePresence'], remotes, ui: { help: { tour: true } }, ...options },
  );
}

beforeEach(async () => {
  await addMessages('shell', async () => en);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  setModuleLoader(async ({ module }) => {
    switch (module) {
      case './palette':
        return { commands: { title: () => 'Vehicles', search: async () => [{ id: 'v', label: 'HGV-017', path: '/map-view' }] } };
      case './badges':
        return { badges: { start: (set: (id: string, badge: { count: number }) => void) => (set('map', { count: 1200 }), set('notices', { count: 3 }), () => {}) } };
      default:
        throw new Error('404');
    }
  });
});

describe('the frame', () => {
  it('is accessible and names where the user is', async () => {
    const { container } = show('/');
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Home', current: 'page' })).toBeVisible();
    expect(await screen.findByText('No widgets yet')).toBeVisible();
    expect(document.title).toBe('Home · Outrider');
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('shows what waits behind an entry, at most 999+', async () => {
    show('/');
    expect(await screen.findByText('999+')).toBeVisible();
  });

  it('disables an entry without its permission and says why', async () => {
    const { user } = show('/');
    const files = screen.getByRole('link', { name: 'Files' });
    expect(files).toHaveAttribute('aria-disabled', 'true');
    await user.hover(files);
    expect(await screen.findByText('You do not have permission for Files')).toBeVisible();
  });

  it('explains a page that the user may not see', () => {
    show('/cloud');
    expect(screen.getByText('You do not have permission for Files')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to Home' })).toBeVisible();
  });

  it('explains a page of a module that is turned off', () => {
    show('/fuel-usage-report', { off: [{ path: '/fuel-usage-report', title: text('Fuel') }] });
    expect(screen.getByText('Fuel is turned off')).toBeVisible();
  });

  it('keeps an address whose plugin may be on its first start, and opens it when it is there', async () => {
    show('/late-page', { starting: true });
    expect(screen.getByText('Starting')).toBeVisible();
    expect(document.querySelector('output')).toHaveTextContent('/late-page');
    const late = { name: 'late', routes: [{ path: '/late-page', module: './entry', permission: 'viewLate', title: text('Late') }] };
    act(() => setShellInfo(aShellInfo({ granted: [], remotes: [late] })));
    expect(screen.getByText('You do not have permission for Late')).toBeVisible();
  });

  it('shows Home when all of it is there, and leaves it when the host starts once more', async () => {
    show('/', { starting: true });
    expect(screen.getByText('Starting')).toBeVisible();
    act(() => setShellInfo(aShellInfo({ remotes })));
    expect(screen.queryByText('Starting')).toBeNull();
    act(() => setShellInfo(aShellInfo({ starting: true })));
    expect(screen.queryByText('Starting')).toBeNull();
  });

  it.each(['/no-such-page', '/dashboard'])('takes %s home, at /', async (path) => {
    show(path);
    await waitFor(() => expect(document.querySelector('output')).toHaveTextContent(/^\/$/));
  });

  it('shows breadcrumbs and moves the focus to the page that was chosen', async () => {
    const { user } = show('/');
    await user.click(within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: /Map/ }));
    expect(within(screen.getByRole('navigation', { name: 'You are here' })).getByText('Map')).toBeVisible();
    expect(document.title).toBe('Map · Outrider');
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  });

  it('remembers that the drawer is collapsed, and leads home from its foot either way', async () => {
    const { user, unmount } = show('/');
    const foot = () => document.querySelector<HTMLAnchorElement>('.foot a');
    expect(foot()).toHaveTextContent('Home');
    expect(foot()).toHaveAttribute('href', '/dashboard');
    await user.click(screen.getByRole('button', { name: 'Collapse menu' }));
    expect(foot()).toHaveAccessibleName('Home');
    expect(foot()).toHaveAttribute('href', '/dashboard');
    unmount();
    show('/');
    expect(screen.getByRole('button', { name: 'Expand menu' })).toBeVisible();
  });

  it('has the icons that plugins announce, by order, and disables the one of users without listUsers', () => {
    show('/');
    const bar = within(document.querySelector<HTMLElement>('.topbar') ?? document.body);
    const links = bar.getAllByRole('link').filter((link) => link.classList.contains('ib'));
    expect(links.map((link) => link.getAttribute('aria-label'))).toEqual(['Widget settings', 'Settings', 'Fleet', 'Users']);
    expect(bar.getByRole('link', { name: 'Users' })).toHaveAttribute('aria-disabled', 'true');
    expect(bar.getByRole('link', { name: 'Fleet' })).toHaveAttribute('href', '/map-view');
  });

  it('opens a panel below an icon that says how much waits there', async () => {
    const { user, unmount } = show('/');
    const bell = await screen.findByRole('button', { name: 'Notices, 3 unread' });
    await user.click(bell);
    expect(await screen.findByRole('dialog', { name: 'Notices' })).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible(); // its code cannot be had here
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Notices' })).toBeNull());
    unmount();
    show('/', { granted: [] });
    expect(screen.queryByRole('button', { name: /^Notices/ })).toBeNull();
  });

  it('says Home in the language that is chosen, at once', async () => {
    show('/');
    await addMessages('shell', async (language) => (language === 'nl' ? { ...en, screen: { ...en.screen, home: 'Begin' } } : en));
    await act(() => setLanguage('nl-NL'));
    expect(within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Begin' })).toBeVisible();
    await act(() => setLanguage('en-GB'));
    expect(within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Home' })).toBeVisible();
  });

  it('has the widget settings on Home alone', () => {
    show('/map-view');
    expect(screen.queryByRole('link', { name: 'Widget settings' })).toBeNull();
  });

  it('moves through the drawer by the arrow keys', async () => {
    const { user } = show('/');
    const drawer = within(screen.getByRole('navigation', { name: 'Main' }));
    drawer.getByRole('link', { name: 'Home' }).focus();
    await user.keyboard('{ArrowDown}');
    expect(drawer.getByRole('link', { name: /Map/ })).toHaveFocus();
    await user.keyboard('{End}');
    expect(drawer.getByRole('link', { name: 'Files' })).toHaveFocus();
  });

  it.each([
    ['live', 'Live'],
    ['connecting', 'Connecting'],
    ['reconnecting', 'Reconnecting'],
    ['polling', 'Every 30 s'],
  ] as const)('says in words that it is %s', (state, words) => {
    vi.spyOn(push, 'state').mockReturnValue(state);
    show('/');
    expect(screen.getByText(words)).toBeVisible();
  });
});

describe('the command palette', () => {
  it('opens by Ctrl-K, finds screens and what remotes find, and goes there by Enter', async () => {
    const { user, baseElement } = show('/');
    await user.keyboard('{Control>}k{/Control}');
    const field = await screen.findByRole('combobox', { name: 'Search or jump to' });
    expect(field).toHaveFocus();
    expect(screen.getByRole('option', { name: 'Map' })).toBeVisible();
    expect(screen.queryByRole('option', { name: 'Files' })).toBeNull();
    await user.type(field, 'hgv');
    expect(await screen.findByRole('option', { name: 'HGV-017' })).toBeVisible();
    expect(await accessibilityProblems(baseElement)).toEqual([]);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(document.querySelector('output')).toHaveTextContent('/map-view'));
    expect(screen.queryByRole('combobox')).toBeNull();
  });
});

describe('the account menu', () => {
  it('asks before it logs out', async () => {
    const signOut = vi.spyOn(tokens, 'signOut').mockResolvedValue();
    const { user } = show('/');
    await user.click(screen.getByRole('button', { name: 'Account: Amelia Marsh' }));
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    const dialog = await screen.findByRole('dialog', { name: 'Log out?' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(signOut).not.toHaveBeenCalled();

    await user.click(await screen.findByRole('button', { name: 'Account: Amelia Marsh' }));
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    await user.click(within(await screen.findByRole('dialog', { name: 'Log out?' })).getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(signOut).toHaveBeenCalledTimes(1));
  });

  it('remembers the colour mode', async () => {
    const { user } = show('/');
    await user.click(screen.getByRole('button', { name: 'Account: Amelia Marsh' }));
    await user.click(screen.getByRole('radio', { name: 'Dark' }));
    expect(document.documentElement.dataset['theme']).toBe('dark');
    expect(localStorage.getItem('outrider.theme')).toBe('dark');
    await setLanguage('en-GB');
  });
});
