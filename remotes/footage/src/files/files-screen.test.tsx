import { setBadge, snackbar } from '@outrider/sdk';
import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { keepFinished, keepStarted, unseenCount } from '../finished/kept';
import { FakeApi } from '../testing/api';
import { FilesScreen } from './files-screen';

const file = (n: number, status: string, progress: number) => ({ file_request_id: `r${n}`, file_type: 'video', channel: n, status, progress, size: status === 'success' ? 4_000_000 : 0 });
const fileset = (id: string, status: string, progress: number, change: object = {}) => ({
  fileset_request_id: id, description: `HGV-017_${id}`, vehicle_id: 'v1', vehicle_name: 'HGV-017', device_id: 'd1', requested_by: 'u1', requested_name: 'Amelia Marsh',
  requested_at: '2026-11-21T14:00:00Z', status, progress, size: status === 'success' ? 8_000_000 : 0, channels: [1, 2], types: ['video'], thumbnail: '', shared_with: [],
  file_requests: [file(1, status, progress), file(2, status, progress)], ...change,
});
const may = ['listFilesets', 'exportFileset', 'shareFileset', 'deleteFileset', 'makeFilesetRequest', 'getFileProgressUpdates', 'listUsers'];

let api: FakeApi;

beforeEach(async () => {
  history.replaceState(null, '', '/cloud');
  vi.spyOn(console, 'error').mockImplementation(() => {});
  api = new FakeApi();
  api.answers = {
    'GET /files/requests': { filesets: [fileset('a', 'success', 100), fileset('b', 'in progress', 40)], page_count: 1, total_records: 2 },
    'GET /users/cloud/filesets/requests': { filesets: [fileset('c', 'success', 100)], page_count: 1, total_records: 1 },
    ...Object.fromEntries(['a', 'c', 'e'].map((id) => [`GET /files/requests/${id}/preview`, { files: [] }])),
    'GET /footage/settings': { quota_bytes: 10e9, used_bytes: 1.2e9, files: 12 },
    'GET /users/verbose': [{ id: 'u1', email: 'manager@demo.test' }, { id: 'u2', email: 'tom@demo.test', Profile: { firstname: 'Tom', lastname: 'Ashworth' } }],
  };
  await api.install();
});

afterEach(() => {
  setBadge('files', undefined);
  vi.unstubAllGlobals();
});

describe('Files', () => {
  it('lists filesets with the columns of the product, and how much storage is used', async () => {
    const { container } = renderInRemote(<FilesScreen />, { granted: may });
    expect(await screen.findByText('HGV-017_a')).toBeVisible();
    for (const text of ['CH1, CH2', 'Video', 'Amelia Marsh', 'Success', '8 MB']) {
      expect(screen.getAllByText(text)[0]).toBeVisible();
    }
    expect(await screen.findByText('1.2 GB of 10 GB used')).toBeVisible();
    expect(api.calls.find(({ call }) => call === 'GET /files/requests')?.query.get('sort')).toBe('-requested');
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('calls evidence that was fetched by itself as a request of its vehicle and time', async () => {
    const evidence = fileset('e', 'success', 100, { description: '', alert_id: 'x', requested_name: '', timestamp: '2026-11-21T14:31:52Z', zone: 'Europe/Madrid' });
    api.answers['GET /files/requests'] = { filesets: [evidence], page_count: 1, total_records: 1 };
    const { user } = renderInRemote(<FilesScreen />, { granted: may });
    expect((await screen.findByTitle('HGV-017_2026_11_21__15_31_52')).lastElementChild).toHaveTextContent('_21__15_31_52'); // its end stays
    await openMenu(user, 'HGV-017_2026_11_21__15_31_52');
    await user.click(await screen.findByRole('menuitem', { name: 'Share' }));
    expect(await screen.findByRole('dialog', { name: 'Share HGV-017_2026_11_21__15_31_52' })).toBeVisible();
  });

  it('shows at once that a request is canceled, and takes it back when that is refused', async () => {
    api.answers['GET /files/requests'] = { filesets: [fileset('b', 'in progress', 40)], page_count: 1, total_records: 1 };
    let refuse = () => {};
    const held = new Promise<void>((resolve) => (refuse = resolve));
    api.holds['POST /files/requests/b/cancel'] = held;
    api.answers['POST /files/requests/b/cancel'] = { status: 503, title: 'The device is busy.' };
    const { user } = renderInRemote(<FilesScreen />, { granted: may });
    await openMenu(user, 'HGV-017_b');
    await user.click(await screen.findByRole('menuitem', { name: 'Cancel request' }));
    expect(await screen.findByText('Cancelled')).toBeVisible();
    refuse();
    expect(await screen.findByText('The device is busy.')).toBeVisible();
    expect(await screen.findByText('In progress')).toBeVisible();
  });

  it('shows progress as it is pushed, forward only', async () => {
    renderInRemote(<FilesScreen />, { granted: may });
    const bar = await screen.findByRole('progressbar', { name: 'Progress of HGV-017_b' });
    api.push({ fileset_request_id: 'b', status: 'in progress', progress: 70, file_requests: [] });
    await waitFor(() => expect(bar).toHaveAttribute('value', '70'));
    api.push({ fileset_request_id: 'b', status: 'accepted', progress: 10, file_requests: [] });
    api.push({ fileset_request_id: 'b', status: 'success', progress: 71, file_requests: [] });
    await waitFor(() => expect(screen.getByRole('progressbar', { name: 'Progress of HGV-017_b' })).toHaveAttribute('value', '100'));
  });

  it('makes the finished ones no news', async () => {
    renderInRemote(<span />, { granted: may }).unmount();
    keepStarted('a');
    keepFinished('a');
    expect(unseenCount()).toBe(1);
    renderInRemote(<FilesScreen />, { granted: may });
    await screen.findByText('HGV-017_a');
    expect(unseenCount()).toBe(0);
  });

  it('saves the chosen ones as one zip, and says what was left out', async () => {
    api.answers['POST /files/zip'] = { location: '/api/media/zip', file: 'files.zip', skipped: [{ file_request_id: 'r2', reason: 'unreadable' }] };
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const { user } = renderInRemote(<FilesScreen />, { granted: may });
    await screen.findByText('HGV-017_a');
    const [all] = screen.getAllByRole('checkbox');
    if (all) await user.click(all);
    await user.click(screen.getByRole('button', { name: 'Download as zip' }));
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(api.bodiesOf('POST /files/zip')).toEqual([{ fileset_request_ids: ['a'], file_request_ids: [] }]);
    expect(await screen.findByText('1 file could not be read and is left out')).toBeVisible();
    snackbar('');
  });

  it('asks before it deletes', async () => {
    api.answers['DELETE /vehicles/v1/devices/d1/cloud/filesets/requests/a/delete'] = { status: 204, title: '' };
    const { user } = renderInRemote(<FilesScreen />, { granted: may });
    await openMenu(user, 'HGV-017_a');
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete HGV-017_a?' }));
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(api.calls.some(({ call }) => call === 'DELETE /vehicles/v1/devices/d1/cloud/filesets/requests/a/delete')).toBe(true));
  });

  it('shares a fileset with somebody, and takes it back', async () => {
    api.answers['PUT /users/cloud/filesets/a/share/user/u2'] = { status: 204, title: '' };
    api.answers['DELETE /users/cloud/filesets/a/unshare/user/u2'] = { status: 204, title: '' };
    const { user } = renderInRemote(<FilesScreen />, { granted: may });
    await openMenu(user, 'HGV-017_a');
    await user.click(await screen.findByRole('menuitem', { name: 'Share' }));
    const box = await screen.findByRole('checkbox', { name: /Tom Ashworth/ });
    expect(screen.queryByRole('checkbox', { name: /manager@demo.test/ }), 'not with oneself').toBeNull();
    await user.click(box);
    expect(box).toBeChecked();
    await user.click(box);
    expect(box).not.toBeChecked();
    const sharing = () => api.calls.map(({ call }) => call).filter((call) => call.includes('share/user'));
    await waitFor(() => expect(sharing()).toEqual(['PUT /users/cloud/filesets/a/share/user/u2', 'DELETE /users/cloud/filesets/a/unshare/user/u2']));
    await waitFor(() => expect(box).toHaveAttribute('aria-busy', 'false'));
  });

  it('takes back what it shared when that is refused', async () => {
    let refuse = () => {};
    api.holds['PUT /users/cloud/filesets/a/share/user/u2'] = new Promise<void>((resolve) => (refuse = resolve));
    api.answers['PUT /users/cloud/filesets/a/share/user/u2'] = { status: 403, title: 'You may not share this.' };
    const { user } = renderInRemote(<FilesScreen />, { granted: may });
    await openMenu(user, 'HGV-017_a');
    await user.click(await screen.findByRole('menuitem', { name: 'Share' }));
    const box = await screen.findByRole('checkbox', { name: /Tom Ashworth/ });
    await user.click(box);
    expect(box).toBeChecked();
    refuse();
    expect(await screen.findByText('You may not share this.')).toBeVisible();
    await waitFor(() => expect(box).not.toBeChecked());
  });

  it('shows those of and shared with the user apart', async () => {
    const { user } = renderInRemote(<FilesScreen />, { granted: may });
    await screen.findByText('HGV-017_a');
    await user.click(screen.getByRole('button', { name: 'Mine and shared' }));
    expect(await screen.findByText('HGV-017_c')).toBeVisible();
    expect(location.search).toBe('?whose=own');
  });

  it('says that it is not allowed', () => {
    renderInRemote(<FilesScreen />, { granted: [] });
    expect(screen.getByText('You do not have permission to see this')).toBeVisible();
  });
});

async function openMenu(user: ReturnType<typeof renderInRemote>['user'], name: string): Promise<void> {
  const row = (await screen.findByTitle(name)).closest('tr');
  await user.click(within(row as HTMLElement).getAllByRole('button').at(-1) as HTMLElement);
}
