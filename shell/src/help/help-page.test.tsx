import { addMessages } from '@outrider/sdk';
import { MemoryRouter } from '@outrider/sdk/router';
import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';

import en from '../../locales/help/en.json';
import { HelpPage } from './help-page';

beforeEach(() => addMessages('help', async () => en));

const show = () => renderInRemote(<MemoryRouter><HelpPage /></MemoryRouter>);

test('offers the jobs whose pages are there, and no others', async () => {
  const { container } = show();
  expect(await screen.findByText('Be told about alerts')).toBeTruthy(); // the shell's own page
  expect(screen.queryByText('Draw a geofence')).toBeNull(); // nobody brings that page here
  expect(await accessibilityProblems(container)).toEqual([]);
});

test('the tour goes through its steps and ends', async () => {
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Start the tour' }));
  for (let step = 1; step < 6; step++) await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(screen.getByText('Step 6 of 6')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByText('Step 6 of 6')).toBeNull();
});
