import { MemoryRouter } from '@outrider/sdk/router';
import { accessibilityProblems, FakeApi, renderInRemote, type ShellInfoOptions } from '@outrider/sdk/testing';
import { screen, waitFor } from '@testing-library/react';
import { act } from 'react';
import { beforeEach, expect, test } from 'vitest';

import en from '../../locales/help/en.json';
import { startTour } from './start-tour';
import { TourPlace } from './tour-place';

const routes = ['/map-view', '/notifications', '/tracking'].map((path) => ({ path, module: './page', permission: path.slice(1), title: { en: path } }));

let api: FakeApi;

beforeEach(async () => {
  api = new FakeApi();
  await api.install('help', en);
  api.answers['POST /user/u1/preferences'] = {};
});

const show = (options: ShellInfoOptions = {}) => renderInRemote(<MemoryRouter><TourPlace /></MemoryRouter>, { remotes: [{ name: 'demo', routes }], ...options });
const tour = () => screen.findByRole('region', { name: 'Home shows the day' });

test('opens by itself for who has not had it, takes the focus, and is kept as had', async () => {
  const { container } = show();
  expect(await tour()).toHaveFocus();
  await waitFor(() => expect(api.bodiesOf('POST /user/u1/preferences')).toEqual([{ app: { outrider: { version: 1, ui: { help: { tour: true } } } } }]));
  expect(await accessibilityProblems(container)).toEqual([]);
});

test('goes through its steps by the keyboard and ends; it marks what a step is about', async () => {
  const { user } = show();
  await tour();
  for (let step = 1; step < 6; step++) await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(screen.getByText('Step 6 of 6')).toBeVisible();
  expect(document.documentElement.dataset['tour']).toBe('6');
  expect(screen.getByRole('link', { name: 'Open this page' })).toHaveAttribute('href', '/account-settings');
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByRole('region')).toBeNull();
  expect(document.documentElement.dataset['tour']).toBeUndefined();
});

test('Esc ends it', async () => {
  const { user } = show();
  await tour();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('region')).toBeNull();
});

test('leaves out pages that are not for the user', async () => {
  show({ granted: ['map-view'] });
  await tour();
  expect(screen.getByText('Step 1 of 4')).toBeVisible();
});

test('who has had it sees it when Help starts it', async () => {
  show({ ui: { help: { tour: true } } });
  expect(screen.queryByRole('region')).toBeNull();
  act(startTour);
  expect(await tour()).toBeVisible();
});
