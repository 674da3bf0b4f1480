import { FakeApi, renderInRemote } from '@outrider/sdk/testing';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import en from '../../locales/en.json';
import { ImportDialog } from './import-dialog';

it('says of each entry that is not valid why', async () => {
  const api = new FakeApi();
  const problems = [{ location: 'body.email', message: 'Invalid e-mail.' }, { location: 'body.firstName', message: 'Required.' }];
  api.answers = {
    'POST /contacts/import': {
      format: 'csv', rows: [{ line: 2, state: 'invalid', contact: { lastName: 'Mail', email: 'x' }, problems }], counts: { new: 0, changed: 0, same: 0, invalid: 1, repeat: 0 },
    },
  };
  await api.install('contacts', en);
  const text = 'email\nx\n';
  const file = Object.assign(new File([text], 'people.csv', { type: 'text/csv' }), { arrayBuffer: async () => new TextEncoder().encode(text).buffer }); // jsdom has none
  const { user } = renderInRemote(<ImportDialog onClose={() => undefined} />);
  await user.upload(screen.getByLabelText('Choose a file'), file);
  const row = await screen.findByRole('row', { name: /Mail/ });
  expect(within(row).getByText('Email: Invalid e-mail.')).toBeVisible();
  expect(within(row).getByText('First name: Required.')).toBeVisible();
});
