import { accessibilityProblems, FakeApi, renderInRemote } from '@outrider/sdk/testing';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import en from '../../locales/en.json';
import { LetterheadDialog } from './letterhead-dialog';

let api: FakeApi;

beforeEach(async () => {
  api = new FakeApi();
  await api.install('reports', en);
  api.answers['GET /reports/logo'] = { image: null };
  api.answers['GET /reports/address'] = { lines: ['Unit 7'] };
  api.answers['PUT /reports/address'] = { lines: ['Unit 7', 'Warrington'] };
  api.answers['PUT /reports/logo'] = { image: 'c21hbGw=' };
  api.answers['DELETE /reports/logo'] = { status: 204 };
});

it('shows the logo, keeps the one that is chosen as it was sent, and removes it', async () => {
  const { user, container } = renderInRemote(<LetterheadDialog onClose={vi.fn()} />);
  expect(await screen.findByText('No logo yet')).toBeVisible();
  await user.upload(screen.getByLabelText('Choose a picture', { selector: 'input' }), new File(['bytes'], 'logo.png', { type: 'image/png' }));
  expect(await screen.findByRole('img', { name: 'Your organisation’s logo' })).toHaveAttribute('src', 'data:image/png;base64,c21hbGw=');
  expect(api.bodiesOf('PUT /reports/logo')).toEqual([{ image: btoa('bytes') }]);
  expect(await accessibilityProblems(container)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('No logo yet')).toBeVisible();
});

it('keeps the logo where a picture is too large or refused', async () => {
  api.answers['GET /reports/logo'] = { image: 'c21hbGw=' };
  api.answers['PUT /reports/logo'] = { status: 422, title: 'The picture cannot be used.' };
  const { user } = renderInRemote(<LetterheadDialog onClose={vi.fn()} />);
  const logo = await screen.findByRole('img', { name: 'Your organisation’s logo' });
  const input = screen.getByLabelText('Choose a picture', { selector: 'input' });
  await user.upload(input, Object.defineProperty(new File([], 'large.png', { type: 'image/png' }), 'size', { value: (2 << 20) + 1 }));
  expect(api.changes()).toEqual([]);
  await user.upload(input, new File(['<svg/>'], 'logo.png', { type: 'image/png' }));
  await waitFor(() => expect(api.changes()).toEqual(['PUT /reports/logo']));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Choose a picture' })).toBeEnabled());
  expect(logo).toBeVisible();
});

it('keeps the lines of the address that documents say', async () => {
  const { user } = renderInRemote(<LetterheadDialog onClose={vi.fn()} />);
  const field = await screen.findByLabelText('Address on PDFs, up to four lines');
  expect(field).toHaveValue('Unit 7');
  await user.type(field, '{Enter}Warrington');
  await user.click(screen.getByRole('button', { name: 'Save address' }));
  await waitFor(() => expect(api.bodiesOf('PUT /reports/address')).toEqual([{ lines: ['Unit 7', 'Warrington'] }]));
});
