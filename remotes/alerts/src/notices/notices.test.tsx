import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { anAlert } from '../testing/fake-alerts';
import { FakeNoticesApi } from '../testing/fake-notices';
import { NoticesPanel } from './notices-panel';
import { createTeller, unreadOf } from './told';

const patience = { timeout: 30_000 };
const long = { timeout: 180_000 };
let api: FakeNoticesApi;

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  api = new FakeNoticesApi();
  await api.install();
});
afterEach(() => vi.unstubAllGlobals());

const show = (granted = ['listAlerts', 'getAlertUpdates']) => {
  const close = vi.fn();
  return { close, ...renderInRemote(<NoticesPanel close={close} />, { granted }) };
};
const rows = () => screen.getAllByRole('listitem');

describe('the panel of notices', () => {
  it('lists the newest first and says how many are unread', long, async () => {
    const { container } = show();
    expect(await screen.findByText('2 unread', {}, patience)).toBeVisible();
    expect(rows()).toHaveLength(3);
    expect(within(rows()[0] as HTMLElement).getByText(/HGV-003/)).toBeVisible();
    expect(within(rows()[0] as HTMLElement).getByText(/Rule Serious alerts/)).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('marks one as read and as unread again', long, async () => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Mark as read: Harsh braking, HGV-003' }, patience));
    expect(await screen.findByText('1 unread', {}, patience)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Mark as unread: Harsh braking, HGV-001' }, patience));
    await waitFor(() => expect(api.changed).toEqual([{ call: 'PUT /n3', body: { read: true } }, { call: 'PUT /n1', body: { read: false } }]), patience);
  });

  it('marks all as read up to the newest that is shown', long, async () => {
    const { user } = show();
    await screen.findByText('2 unread', {}, patience);
    await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
    expect(await screen.findByText('0 unread', {}, patience)).toBeVisible();
    expect(api.changed).toEqual([{ call: 'POST /read', body: { up_to: 'n3' } }]);
    await user.click(screen.getByRole('button', { name: 'Unread' }));
    expect(await screen.findByText('Nothing unread', {}, patience)).toBeVisible();
  });

  it('goes back to what is so when the server refuses', long, async () => {
    api.changeStatus = 500;
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Mark as read: Harsh braking, HGV-003' }, patience));
    expect(await screen.findByText('An error occured - please try again later', {}, patience)).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Mark as read: Harsh braking, HGV-003' }, patience)).toBeVisible();
  });

  it('opens the alert, closes itself and marks it as read', long, async () => {
    const { user, close } = show();
    await screen.findByText('2 unread', {}, patience);
    await user.click(within(rows()[0] as HTMLElement).getAllByRole('button')[0] as HTMLElement);
    expect(close).toHaveBeenCalled();
    await waitFor(() => expect(api.changed).toEqual([{ call: 'PUT /n3', body: { read: true } }]), patience);
  });

  it('shows older ones on demand', long, async () => {
    api.size = 2;
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Show older' }, patience));
    await waitFor(() => expect(rows()).toHaveLength(3), patience);
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
  });

  it('shows a new one by itself', long, async () => {
    show();
    await screen.findByText('2 unread', {}, patience);
    api.notices = [{ ...api.notices[0], id: 'n4', alert: anAlert(4) } as (typeof api.notices)[0], ...api.notices];
    act(() => api.push({ ...anAlert(4), action: 'notify', rule: 'Serious alerts', notice_id: 'n4' }));
    expect(await screen.findByText('3 unread', {}, patience)).toBeVisible();
  });

  it('says that there are none, that it failed, and that it may not be seen', long, async () => {
    api.notices = [];
    const empty = show();
    expect(await screen.findByText('No alerts yet', {}, patience)).toBeVisible();
    expect(await accessibilityProblems(empty.container)).toEqual([]);
    empty.unmount();
    api.status = 500;
    const failed = show();
    expect(await screen.findByRole('alert', {}, patience)).toBeVisible();
    failed.unmount();
    show([]);
    expect(screen.queryByText('My alerts')).toBeNull();
  });
});

describe('what rules tell of in the portal', () => {
  const notice = (n: number) => ({ ...anAlert(n), action: 'notify', rule: 'Serious alerts' });

  it('is one sentence, however many there are at once', long, async () => {
    renderInRemote(<p>page</p>, { granted: ['listAlerts'] });
    let now = 0;
    const tell = createTeller(() => now);
    act(() => tell([anAlert(1), { action: 'created', ...anAlert(2) }]));
    act(() => tell([notice(1)]));
    expect(await screen.findByText('Serious alerts: Harsh braking · HGV-001', {}, patience)).toBeVisible();
    act(() => tell([notice(2), notice(3)]));
    now = 20_000;
    act(() => tell([notice(4)]));
    expect(await screen.findByText('3 new alerts for you', {}, patience)).toBeVisible();
  });

  it('counts by what the push says', () => {
    expect(unreadOf([anAlert(1), { action: 'notices', unread: 4 }])).toBe(4);
    expect(unreadOf([notice(1)])).toBeUndefined();
  });
});
