import { renderInRemote, accessibilityProblems } from '@outrider/sdk/testing';
import { MemoryRouter } from '@outrider/sdk/router';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';

import { anAlert, FakeAlertsApi } from '../testing/fake-alerts';
import { Triage } from './triage';

vi.mock('../evidence/tracking-card', () => ({ TrackingCard: () => null })); // Leaflet needs a browser

const api = { current: new FakeAlertsApi() };

beforeEach(async () => {
  api.current = new FakeAlertsApi();
  await api.current.install();
  Element.prototype.scrollIntoView = () => {};
});

function show() {
  return renderInRemote(
    <MemoryRouter initialEntries={['/notifications']}>
      <Triage kind="driving" />
    </MemoryRouter>,
  );
}

const asked = (call: string) => api.current.asked.filter((one) => one.call.startsWith(call));

test('shows the newest alert beside the list, and steps with j and k', async () => {
  show();
  expect(await screen.findByRole('heading', { name: 'Harsh braking' })).toBeTruthy();
  expect(await screen.findByText('3 unread of 3')).toBeTruthy();
  fireEvent.keyDown(document.body, { key: 'j' });
  await waitFor(() => expect(screen.getAllByText('HGV-002').length).toBe(2));
  fireEvent.keyDown(document.body, { key: 'k' });
  await waitFor(() => expect(screen.getAllByText('HGV-001').length).toBe(2));
});

test('says no number that it does not know', async () => {
  api.current.status = 500;
  show();
  expect(await screen.findByText('Could not load data.')).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/unread of|No alerts/);
  expect(screen.getByRole('group', { name: 'Views' }).textContent).not.toMatch(/\d/);
});

test('rates, reads and archives by single keys', async () => {
  show();
  await screen.findByRole('heading', { name: 'Harsh braking' });
  fireEvent.keyDown(document.body, { key: '3' });
  await waitFor(() => expect(asked('PUT').at(0)?.body).toEqual({ user_driving_quality: 'badDriving' }));
  fireEvent.keyDown(document.body, { key: 'r' });
  await waitFor(() => expect(asked('PUT /api/org/demo/alerts/bulk').at(0)?.body).toMatchObject({ read: true }));
  fireEvent.keyDown(document.body, { key: 'a' });
  await waitFor(() => expect(asked('PUT /api/org/demo/alerts/bulk').at(1)?.body).toMatchObject({ archived: true }));
});

test('a rating by a key is taken back', async () => {
  const { user } = show();
  await screen.findByRole('heading', { name: 'Harsh braking' });
  fireEvent.keyDown(document.body, { key: '3' });
  expect(await screen.findByText('Rated: Bad Driving')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(asked('PUT').at(-1)?.body).toEqual({ user_driving_quality: 'none' }));
});

test('keys do nothing while something is typed', async () => {
  show();
  await screen.findByRole('heading', { name: 'Harsh braking' });
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'a' });
  expect(asked('PUT')).toEqual([]);
});

test('a change by somebody else shows at once', async () => {
  show();
  await screen.findByRole('heading', { name: 'Harsh braking' });
  api.current.push({ ...api.current.alerts[1], user_driving_quality: 'nonevent' });
  expect(await screen.findByText('Non-Event')).toBeTruthy();
});

test('new alerts wait until they are asked for', async () => {
  const { user } = show();
  await screen.findByRole('heading', { name: 'Harsh braking' });
  const first = () => screen.getAllByRole('listitem').find((row) => row.className.includes('alert-row'))?.textContent;
  api.current.alerts = [anAlert(4), ...api.current.alerts];
  api.current.push(api.current.alerts[0]);
  const waiting = await screen.findByRole('button', { name: '1 new alert' });
  expect(first()).toContain('HGV-001');
  await user.click(waiting);
  expect(first()).toContain('HGV-004');
  expect(screen.queryByRole('button', { name: '1 new alert' })).toBeNull();
});

test('new alerts that were let in stay, whatever was asked before', async () => {
  const { user } = show();
  await screen.findByRole('heading', { name: 'Harsh braking' });
  const first = () => screen.getAllByRole('listitem').find((row) => row.className.includes('alert-row'))?.textContent;
  api.current.alerts = [anAlert(4), ...api.current.alerts];
  api.current.push(api.current.alerts[0]);
  const waiting = await screen.findByRole('button', { name: '1 new alert' });
  let answer = () => {};
  api.current.hold = new Promise((resolve) => { answer = resolve; });
  const before = asked('POST /api/org/demo/alerts/elastic').length;
  api.current.push({ ...api.current.alerts[0], read: 'True' });
  await waitFor(() => expect(asked('POST /api/org/demo/alerts/elastic').length).toBeGreaterThan(before), { timeout: 3000 });
  await user.click(waiting);
  await act(async () => answer());
  await waitFor(() => expect(screen.getByText(/unread of/)).toBeTruthy());
  expect(first()).toContain('HGV-004');
  expect(screen.queryByRole('button', { name: '1 new alert' })).toBeNull();
});

test('what is chosen stays chosen while alerts are opened', async () => {
  const { user } = show();
  await screen.findByRole('heading', { name: 'Harsh braking' });
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  fireEvent.keyDown(document.body, { key: 'j' });
  await waitFor(() => expect(screen.getAllByText('HGV-002').length).toBe(2));
  expect(screen.getByText('3 selected')).toBeTruthy();
});

test('all that match are chosen, changed and changed back', async () => {
  api.current.more = 40;
  const { user } = show();
  await screen.findByRole('heading', { name: 'Harsh braking' });
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  await user.click(screen.getByRole('button', { name: 'Select all 43' }));
  expect(screen.getByText('43 selected')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Mark as read' }));
  await waitFor(() => expect(asked('POST /api/org/demo/alerts/ids').at(0)?.body).toMatchObject({ filters: expect.arrayContaining([{ attribute: 'read', value: 'False' }]) as unknown }));
  await waitFor(() => expect(asked('PUT /api/org/demo/alerts/bulk').at(0)?.body).toEqual({ alerts: ['one', 'two'], read: true }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(asked('PUT /api/org/demo/alerts/bulk').at(1)?.body).toEqual({ alerts: ['one', 'two'], read: false }));
});

test('a failure is told and offers to try again', async () => {
  api.current.status = 500;
  show();
  expect((await screen.findAllByRole('alert')).length).toBeGreaterThan(0);
});

test('has no accessibility problems', async () => {
  const { container } = show();
  await screen.findByRole('heading', { name: 'Harsh braking' });
  expect(await accessibilityProblems(container)).toEqual([]);
});
