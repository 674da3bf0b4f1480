import { addMessages } from '@outrider/sdk';
import { MemoryRouter } from '@outrider/sdk/router';
import { accessibilityProblems, network, renderInRemote } from '@outrider/sdk/testing';
import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';

import en from '../../locales/help/en.json';
import { HelpPage } from './help-page';
import { TourPlace } from './tour-place';

beforeEach(() => addMessages('help', async () => en));

const show = () => renderInRemote(<MemoryRouter><HelpPage /><TourPlace /></MemoryRouter>, { ui: { help: { tour: true } } });

test('offers the jobs whose pages are there, and no others', async () => {
  const { container } = show();
  expect(await screen.findByText('Get notified about alerts')).toBeTruthy(); // the shell's own page
  expect(screen.queryByText('Draw a geofence')).toBeNull(); // nobody brings that page here
  expect(await accessibilityProblems(container)).toEqual([]);
});

test('offers what the user may do, not all that the page is for', async () => {
  const remotes = [{ name: 'users', routes: [{ path: '/user-management', module: './entry', title: { en: 'Users' }, permission: 'listUsers' }] }];
  const show = (granted: string[]) => renderInRemote(<MemoryRouter><HelpPage /></MemoryRouter>, { remotes, granted });
  const { unmount } = show(['listUsers']);
  expect(await screen.findByText('Help')).toBeTruthy();
  expect(screen.queryByText('Invite a person')).toBeNull();
  unmount();
  show(['listUsers', 'createUser']);
  expect(await screen.findByText('Invite a person')).toBeTruthy();
});

test('starts the tour', async () => {
  network.use(http.post('/api/user/u1/preferences', () => HttpResponse.json({})));
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Start the tour' }));
  expect(await screen.findByRole('region', { name: 'Home shows the day' })).toHaveFocus();
});
