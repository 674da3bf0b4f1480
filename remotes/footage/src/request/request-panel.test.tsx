import type { PanelMoment } from '@outrider/sdk';
import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { startedIds } from '../finished/kept';
import { FakeApi } from '../testing/api';
import { RequestPanel } from './request-panel';

const now = Date.UTC(2026, 10, 21, 14, 40, 0);
const vehicle = { id: 'v1', deviceId: 'd1', name: 'HGV-017', isOnline: true };
const requests = 'POST /vehicles/v1/devices/d1/cloud/filesets/requests';

let api: FakeApi;

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(Date, 'now').mockReturnValue(now);
  api = new FakeApi();
  api.answers = {
    'GET /devices/id/d1/info': { model: 'JH8', firmwareVersion: '1', components: [{ dmsChannel: 2, channels: [1, 2, 3].map((id) => ({ id, name: `Camera ${id}`, enabled: true })) }] },
    'POST /devices/id/d1/recordingtimes': { intervals: [{ ch: 1, start: 36_000, end: 52_800, hasEnd: true }, { ch: 2, start: 36_000, end: 52_400, hasEnd: true }, { ch: 1, start: 52_800, end: 0, hasEnd: false }], zone: 'Europe/London' },
    'POST /alerts/elastic': { Alerts: [{ alert_id: 'a1', alert_type: 'imualert', event_time_utc: '2026-11-21T14:32:07Z', severity: 2 }] },
    [requests]: { fileset_request_id: 'f1' },
  };
  await api.install();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

async function open(at?: PanelMoment) {
  const close = vi.fn();
  const rendered = renderInRemote(<RequestPanel vehicle={vehicle} close={close} {...(at ? { at } : {})} />);
  const dialog = await screen.findByRole('dialog', { name: /Request footage/ });
  await within(dialog).findByLabelText('Start time');
  return { ...rendered, close, dialog: within(dialog), element: dialog };
}

describe('the request of footage', () => {
  it('begins today, a minute ago, with 20 s of the first camera', async () => {
    const { dialog, element } = await open();
    expect(dialog.getByLabelText('Date')).toHaveValue('2026-11-21');
    expect(dialog.getByLabelText('Start time')).toHaveValue('14:39:00');
    expect(dialog.getByLabelText('Duration, max 05:00')).toHaveValue('00:20');
    expect(dialog.getByLabelText('File name')).toHaveValue('HGV-017_2026_11_21__14_39_00');
    expect(dialog.getByRole('checkbox', { name: /CH1/ })).toBeChecked();
    expect(dialog.getByText(/times in GMT/)).toBeVisible();
    expect(await accessibilityProblems(element)).toEqual([]);
  });

  it('asks for no day that is still to come', async () => {
    const { dialog, user } = await open();
    await user.click(dialog.getByRole('button', { name: 'Calendar' }));
    expect(await screen.findByRole('button', { name: /Saturday,? 21 November 2026/ })).toBeEnabled();
    expect(screen.getByRole('button', { name: /Sunday,? 22 November 2026/ })).toBeDisabled();
  });

  it('begins 15 s before the moment that it is opened for, by the camera of the driver where that is watched', async () => {
    const { dialog } = await open({ timeMs: now - 3_600_000, alertType: 'dmsfatiguealert' });
    expect(dialog.getByLabelText('Start time')).toHaveValue('13:39:45');
    expect(dialog.getByRole('checkbox', { name: /CH2/ })).toBeChecked();
    expect(dialog.getByRole('checkbox', { name: /CH1/ })).not.toBeChecked();
  });

  it('begins 10 s before an event whose mark is chosen on the timeline, 15 s before one that is chosen in the list', async () => {
    const { dialog, user } = await open();
    await user.click(await dialog.findByRole('button', { name: 'Driving, 14:32:07' }));
    expect(dialog.getByLabelText('Start time')).toHaveValue('14:31:57');
    await user.selectOptions(dialog.getByLabelText('Around an event'), 'Driving, 14:32:07');
    expect(dialog.getByLabelText('Start time')).toHaveValue('14:31:52');
  });

  it('says about how much the videos will be: as much as those that were fetched before', async () => {
    const { dialog, user } = await open();
    expect(await dialog.findByText('1 channel, about 3 MB')).toBeVisible();
    await user.click(dialog.getByRole('checkbox', { name: /CH2/ }));
    expect(dialog.getByText('2 channels, about 6 MB')).toBeVisible();
  });

  it('learns the size of a second from what was fetched before', async () => {
    const file = { file_request_id: 'r', file_type: 'video', channel: 1, status: 'success', progress: 100, size: 20_000_000, seconds: 20 };
    const fileset = { fileset_request_id: 'f', description: 'a', vehicle_id: 'v1', vehicle_name: 'HGV-017', device_id: 'd1', requested_name: '', requested_at: '', status: 'success', progress: 100, file_requests: [file] };
    api.answers['GET /files/requests'] = { filesets: [fileset], page_count: 1, total_records: 1 };
    const { dialog } = await open();
    expect(await dialog.findByText('1 channel, about 20 MB')).toBeVisible();
    expect(api.calls.find(({ call }) => call === 'GET /files/requests')?.query.getAll('filter')).toEqual(['device_id:eq:d1']);
  });

  it('has a lane of the speeds, read by the hour', async () => {
    api.answers['POST /vehicles/v1/trips/spans'] = { Spans: [0, 1, 2].map((n) => ({ timestamp: new Date(now - 60_000 + n * 5000).toISOString(), speed: 60 + n * 10 })) };
    const { dialog, element } = await open();
    expect(await dialog.findByText('Up to 50 mph')).toBeInTheDocument();
    expect(api.bodiesOf('POST /vehicles/v1/trips/spans')).toContainEqual({ start_time: '2026-11-21T14:00:00.000Z', end_time: '2026-11-21T15:00:00.000Z' });
    expect(await accessibilityProblems(element)).toEqual([]);
  });

  it('is sent, followed and closed', async () => {
    const { dialog, user, close } = await open();
    await dialog.findByText('Everything you asked for is recorded.');
    await user.click(dialog.getByLabelText('GPS'));
    await user.click(dialog.getByRole('button', { name: 'Request footage' }));
    await waitFor(() => expect(close).toHaveBeenCalledOnce());
    const common = { start_time: '2026-11-21T14:39:00', duration: '20' };
    expect(api.bodiesOf(requests)).toEqual([{ description: 'HGV-017_2026_11_21__14_39_00', file_requests: [{ ...common, file_type: 'video', channel: '1' }, { ...common, file_type: 'tracking', channel: '' }] }]);
    expect(startedIds()).toEqual(['f1']);
    expect(screen.getByText('video is now uploading')).toBeVisible();
  });

  it('asks first where nothing is recorded, and says of which camera', async () => {
    const { dialog, user } = await open();
    await dialog.findByText('Everything you asked for is recorded.');
    await user.click(dialog.getByRole('checkbox', { name: /CH3/ }));
    expect(dialog.getByText(/CH3 has nothing recorded\./)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Request footage' }));
    const question = within(await screen.findByRole('dialog', { name: 'Footage may not be available' }));
    expect(question.getByText("It doesn't look like we have footage for this time, but we can try to retrieve it.")).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(api.bodiesOf(requests)).toEqual([]);
  });

  it('asks first where the part after midnight is not recorded', async () => {
    const recordings = api.answers['POST /devices/id/d1/recordingtimes'];
    api.answers['POST /devices/id/d1/recordingtimes'] = { ...recordings, intervals: [{ ch: 1, start: 80_000, end: 86_400, hasEnd: true }] };
    const { dialog, user } = await open({ timeMs: Date.UTC(2026, 10, 21, 0, 0, 5) });
    expect(dialog.getByLabelText('Start time')).toHaveValue('23:59:50');
    await waitFor(() => expect(api.bodiesOf('POST /devices/id/d1/recordingtimes')).toContainEqual(expect.objectContaining({ date: '2026-11-21' })));
    await user.click(dialog.getByRole('button', { name: 'Request footage' }));
    const question = within(await screen.findByRole('dialog', { name: 'Footage may not be available' }));
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(api.bodiesOf(requests)).toEqual([]);
  });

  it('is moved and pulled by keys: the start by a second, the duration between 9 and 300 s', async () => {
    const { dialog, user } = await open();
    const start = dialog.getByRole('slider', { name: 'Start of the clip' });
    expect([start.getAttribute('aria-valuemin'), start.getAttribute('aria-valuemax')]).toEqual(['0', '86400']);
    start.focus();
    await user.keyboard('{ArrowRight}{PageDown}');
    expect(dialog.getByLabelText('Start time')).toHaveValue('14:38:01');
    dialog.getByRole('slider', { name: 'Duration' }).focus();
    await user.keyboard('{End}');
    expect(dialog.getByLabelText('Duration, max 05:00')).toHaveValue('05:00');
    await user.keyboard('{Home}{ArrowLeft}');
    expect(dialog.getByLabelText('Duration, max 05:00')).toHaveValue('00:09');
  });

  it('needs a camera, and a start in the past', async () => {
    const { dialog, user } = await open();
    await user.click(dialog.getByRole('checkbox', { name: /CH1/ }));
    expect(dialog.getByRole('alert')).toHaveTextContent('Choose at least one channel.');
    expect(dialog.getByRole('button', { name: 'Request footage' })).toBeDisabled();
    await user.click(dialog.getByRole('checkbox', { name: /CH1/ }));
    fireEvent.change(dialog.getByLabelText('Start time'), { target: { value: '14:50:00' } });
    expect(dialog.getByRole('alert')).toHaveTextContent('The clip must begin in the past.');
  });

  it('says that the device cannot be reached, of another day that there is nothing, and of no intervals that it may be offline', async () => {
    const recordings = api.answers['POST /devices/id/d1/recordingtimes'];
    api.answers['POST /devices/id/d1/recordingtimes'] = { status: 503, title: 'no' };
    const { dialog, user } = await open();
    expect(await dialog.findByText('Could not reach device at this time')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'The day before' }));
    expect(await dialog.findByText('No footage found for the new date')).toBeVisible();
    api.answers['POST /devices/id/d1/recordingtimes'] = { ...recordings, intervals: [] };
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByText('No result found or device is offline')).toBeVisible();
  });

  it('says when it was refused, and when it has no id', async () => {
    api.answers[requests] = { status: 500, title: 'no' };
    const { dialog, user, close } = await open();
    await dialog.findByText('Everything you asked for is recorded.');
    await user.click(dialog.getByRole('button', { name: 'Request footage' }));
    expect(await screen.findByText('Sorry, we were unable to request footage')).toBeVisible();
    api.answers[requests] = {};
    await user.click(dialog.getByRole('button', { name: 'Request footage' }));
    expect(await screen.findByText('Sorry, there was a problem processing the request')).toBeVisible();
    expect(close).not.toHaveBeenCalled();
  });
});
