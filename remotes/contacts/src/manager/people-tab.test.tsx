import { FakeApi, renderInRemote } from '@outrider/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { memo, type ComponentProps } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import en from '../../locales/en.json';
import type { PersonRow as Row } from '../people/person-row';
import { PeopleTab } from './people-tab';

const patience = { timeout: 30_000 };
let drawn = 0;

vi.mock('../people/person-row', async (original) => {
  const { PersonRow } = await original<{ PersonRow: typeof Row }>();
  return {
    PersonRow: memo(function Counted(props: ComponentProps<typeof Row>) {
      drawn += 1;
      return <PersonRow {...props} />;
    }),
  };
});

const person = (i: number) => ({ id: `c${i}`, firstName: 'Person', lastName: String(i), telephone: '', mobile: '', email: `p${i}@x.example`, tags: [], type: 'External' });
let api: FakeApi;

beforeEach(async () => {
  drawn = 0;
  api = new FakeApi();
  api.answers = {
    'GET /users/contacts': ({ query }) => ({ Contacts: Array.from({ length: 100 }, (_, i) => person(i + 100 * (Number(query.get('page_num')) - 1))), total_records: 20_000 }),
    'GET /contacts/tags': { tags: [], internal: 0, external: 20_000 },
    'GET /contacts/lists': { lists: [] },
  };
  await api.install('contacts', en);
});

afterEach(() => vi.unstubAllGlobals());

describe('the people of the manager', () => {
  it('are not drawn anew by letters that are typed, nor by a scroll within what is drawn', async () => {
    const { user } = renderInRemote(<PeopleTab onLeave={() => undefined} />);
    const list = await screen.findByRole('listbox', { name: 'Available' }, patience);
    await screen.findByRole('option', { name: /Person 3 / }, patience);
    const before = drawn;
    let answer = () => {};
    api.holds['GET /users/contacts'] = new Promise((done) => { answer = done; });
    await user.type(screen.getByRole('searchbox'), 'per');
    await waitFor(() => expect(api.calls.some(({ query }) => query.get('q') === 'per')).toBe(true), patience);
    expect(drawn).toBe(before);
    Object.defineProperty(list, 'scrollTop', { value: 90, writable: true });
    fireEvent.scroll(list);
    expect(drawn).toBe(before);
    list.scrollTop = 920;
    fireEvent.scroll(list);
    expect(drawn).toBeGreaterThan(before);
    expect(drawn).toBeLessThan(before + 20); // those that came into sight
    answer();
  });

  it('are removed one at a time from their form, once it was asked where they are used', async () => {
    api.answers['POST /contacts/usage'] = { usage: [] };
    api.answers['POST /contacts/remove'] = { removed: 1 };
    const { user } = renderInRemote(<PeopleTab first={{ ...person(3), type: 'External' as const }} onLeave={() => undefined} />);
    const form = await screen.findByRole('form', { name: 'Edit contact' }, patience);
    await user.click(within(form).getByRole('button', { name: 'Remove' }));
    const question = await screen.findByRole('dialog', { name: 'Remove 1 contact?' }, patience);
    expect(api.changes().filter((call) => call.includes('remove'))).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Remove 1' }));
    await waitFor(() => expect(api.bodiesOf('POST /contacts/remove')).toEqual([{ ids: ['c3'] }]), patience);
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Edit contact' })).toBeNull(), patience);
  });

  it('are told beside a field what is wrong with it', async () => {
    api.answers['POST /contacts/usage'] = { usage: [] };
    const { user } = renderInRemote(<PeopleTab first={{ ...person(3), type: 'External' as const }} onLeave={() => undefined} />);
    const form = await screen.findByRole('form', { name: 'Edit contact' }, patience);
    const email = within(form).getByRole('textbox', { name: /Email/ });
    await user.clear(email);
    await user.type(email, 'nobody');
    await user.tab();
    await waitFor(() => expect(email).toHaveAccessibleDescription(en.invalidEmail), patience);
  });

  it('say that there are none where the server fails, with a way to try again', async () => {
    api.answers['GET /users/contacts'] = { status: 500, title: 'Something went wrong.' };
    renderInRemote(<PeopleTab onLeave={() => undefined} />);
    expect(await screen.findByRole('button', { name: 'Retry' }, patience)).toBeVisible();
    expect(screen.queryByRole('option', { name: /Person/ })).toBeNull();
  });
});
