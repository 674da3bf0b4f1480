import { FakeApi, renderInRemote } from '@outrider/sdk/testing';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import en from '../../locales/en.json';
import { RecipientsInput } from './recipients-input';

const patience = { timeout: 30_000 };
const depot = { id: 'l1', name: 'Depot managers', members: [{ kind: 'user', id: 'u1' }, { kind: 'contact', id: 'c1' }] };
const resolved = [
  { kind: 'list', id: 'l1', name: 'Depot managers', people: [{ name: 'Amelia', email: 'amelia@demo.test' }, { name: 'Helen', email: 'helen@ogden.example' }] },
  { kind: 'contact', id: 'c1', name: 'Helen Ogden', people: [{ name: 'Helen Ogden', email: 'helen@ogden.example' }] },
];

beforeEach(async () => {
  const api = new FakeApi();
  api.answers = {
    'GET /users/contacts': { Contacts: [], total_records: 0 },
    'GET /contacts/lists': { lists: [depot] },
    'GET /contacts/tags': { tags: [], internal: 0, external: 0 },
    'POST /contacts/resolve': { recipients: resolved },
  };
  await api.install('contacts', en);
});

afterEach(() => vi.unstubAllGlobals());

it('shows of whom a form tells already the address, and how many a list has', async () => {
  const value = resolved.map(({ kind, id, name }) => ({ kind: kind as 'list' | 'contact', id, name }));
  const { user } = renderInRemote(<RecipientsInput label="Recipients" value={value} onChange={() => undefined} disabled={false} error={undefined} max={200} />);
  await user.click(await screen.findByRole('button', { name: 'Choose recipients' }, patience));
  const selected = within(await screen.findByRole('dialog', { name: 'Choose recipients' }, patience)).getByRole('listbox', { name: 'Selected' });
  expect(await within(selected).findByText('helen@ogden.example', undefined, patience)).toBeVisible();
  expect(await within(selected).findByText('2 people', undefined, patience)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Submit 3 people' })).toBeEnabled();
});
