import { accessibilityProblems, FakeApi, renderInRemote } from '@outrider/sdk/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import en from '../../locales/en.json';
import { SchedulesPage } from './schedules-page';

const patience = { timeout: 30_000 };
const report = (id: string, en: string, may: boolean) => ({ totals: [{ column: 'distance', of: 'sum' }], plugin: 'vehicles', id, title: { en }, may_schedule: may, filters: [], columns: [{ key: 'vehicle', kind: 'vehicle', label: { en: 'Vehicle' } }] });
const mine = {
  schedule_uuid: 's1', name: 'Who did what', report_type: 'user-activity', vehicle_ids: [], group_ids: [], all_vehicles: true, filters: {}, columns: [], formats: ['pdf'],
  recipients: [{ kind: 'address', id: 'boss@customer.test' }], creator_id: 'u1', creator_name: 'Amelia Marsh', state: 'active', version: 1,
  frequency: 'weekly', period: 'last_week', run_at: '06:00', day_of_week: 1, zone: 'Europe/London', next_run: '2026-11-30T06:00:00Z',
};
const listOf = (...scheduled: object[]) => ({ scheduled, total_records: scheduled.length, page_count: 1, counts: { all: 2501, active: 2401, paused: 100, failed: 3 } });
let api: FakeApi;

beforeEach(async () => {
  history.replaceState(null, '', '/scheduled-reports');
  api = new FakeApi();
  api.answers = {
    'GET /reports/scheduled': listOf(),
    'GET /contributions': { report_types: [report('mileage', 'Mileage', true), report('user-activity', 'User activity', false)], tracking_tables: [] },
    'POST /reports/scheduled/preview': { runs: [{ at: '2026-11-30T06:00:00Z', from: '2026-11-23T00:00:00Z', to: '2026-11-30T00:00:00Z' }] },
    'POST /reports/scheduled': { ...mine, schedule_uuid: 's2', name: 'Mileage', report_type: 'mileage' },
  };
  await api.install('reports', en);
});

afterEach(() => vi.unstubAllGlobals());

describe('scheduled reports', () => {
  it('offer the reports that the server lets the user schedule, and save what was chosen', async () => {
    const { user, container } = renderInRemote(<SchedulesPage />);
    await user.click(await screen.findByRole('button', { name: 'New schedule' }, patience));
    const form = await screen.findByRole('form', { name: 'New schedule' }, patience);
    const kinds = within(form).getByRole('combobox', { name: 'Report' });
    await waitFor(() => expect(within(kinds).getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Choose a report', 'Mileage']), patience);
    await user.click(within(form).getByRole('button', { name: 'Next' }));
    expect(within(form).getByRole('alert')).toHaveTextContent('No report selected');
    await user.selectOptions(kinds, 'Mileage');
    await user.click(within(form).getByRole('checkbox', { name: 'Compare with the period before' }));
    expect(await accessibilityProblems(container)).toEqual([]);
    await user.click(within(form).getByRole('button', { name: 'Next' }));
    expect(within(form).getByText('All vehicles · Compare with the period before')).toBeVisible();
    await user.click(within(form).getByRole('button', { name: 'Create schedule' }));
    expect(within(form).getByRole('alert')).toHaveTextContent('No report recipients');
    await user.type(within(form).getByRole('textbox', { name: 'Recipients' }), 'boss@customer.test{Enter}');
    expect(await accessibilityProblems(container)).toEqual([]);
    await user.click(within(form).getByRole('button', { name: 'Back' }));
    expect(within(form).getByRole('checkbox', { name: 'Compare with the period before' })).toBeChecked();
    await user.click(within(form).getByRole('button', { name: 'Next' }));
    await user.click(within(form).getByRole('button', { name: 'Create schedule' }));
    await waitFor(() => expect(api.bodiesOf('POST /reports/scheduled')).toEqual([expect.objectContaining({ report_type: 'mileage', name: 'Mileage', compared_with: 'previous', recipients: [{ kind: 'address', id: 'boss@customer.test', name: 'boss@customer.test' }] })]), patience);
  });

  it('begin with the report that was made on demand, and forget it when the form is closed', async () => {
    history.replaceState(null, '', '/scheduled-reports?new=mileage');
    const { user } = renderInRemote(<SchedulesPage />);
    const form = await screen.findByRole('form', { name: 'New schedule' }, patience);
    await user.click(await within(form).findByRole('button', { name: 'Change' }, patience));
    await waitFor(() => expect(within(form).getByRole('option', { name: 'Mileage', selected: true })).toBeEnabled(), patience);
    await user.click(within(form).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('form', { name: 'New schedule' })).not.toBeInTheDocument(), patience);
    expect(location.search).toBe('');
  });

  it('say what went wrong where one cannot be saved or deleted', async () => {
    history.replaceState(null, '', '/scheduled-reports?new=mileage');
    api.answers['GET /reports/scheduled'] = listOf({ ...mine, report_type: 'mileage' });
    api.answers['POST /reports/scheduled'] = { status: 422, title: 'The request is not valid.' };
    api.answers['PUT /reports/scheduled'] = { status: 409, title: 'Somebody else has changed it.' };
    api.answers['DELETE /reports/scheduled'] = { status: 500, title: 'Something went wrong.' };
    const { user } = renderInRemote(<SchedulesPage />);
    let form = await screen.findByRole('form', { name: 'New schedule' }, patience);
    expect(within(form).getByRole('textbox', { name: 'Name' })).toHaveValue('Mileage');
    await user.type(within(form).getByRole('textbox', { name: 'Recipients' }), 'boss@customer.test{Enter}');
    await user.click(within(form).getByRole('button', { name: 'Create schedule' }));
    expect(await within(form).findByText('Error creating report. The request is not valid.', undefined, patience)).toBeVisible();
    await user.click(within(form).getByRole('button', { name: 'Close' }));

    await user.click(await screen.findByRole('button', { name: 'Actions for Who did what' }, patience));
    await user.click(await screen.findByRole('menuitem', { name: 'Edit schedule' }, patience));
    form = await screen.findByRole('form', { name: 'Edit schedule' }, patience);
    await user.click(within(form).getByRole('button', { name: 'Save schedule' }));
    expect(await within(form).findByText('Error updating report. Somebody else has changed it.', undefined, patience)).toBeVisible();
    await user.click(within(form).getByRole('button', { name: 'Close' }));

    await user.click(await screen.findByRole('button', { name: 'Actions for Who did what' }, patience));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }, patience));
    await user.click(await screen.findByRole('button', { name: 'Delete' }, patience));
    await waitFor(() => expect(api.changes().at(-1)).toBe('DELETE /reports/scheduled'), patience);
    expect(await screen.findByText('Schedule could not be deleted', undefined, patience)).toBeInTheDocument();
  });

  it('keep the report of a schedule that the user may no longer schedule, and say that it has to be another', async () => {
    api.answers['GET /reports/scheduled'] = listOf(mine);
    const { user } = renderInRemote(<SchedulesPage />);
    await user.click(await screen.findByRole('button', { name: 'Actions for Who did what' }, patience));
    await user.click(await screen.findByRole('menuitem', { name: 'Edit schedule' }, patience));
    const form = await screen.findByRole('form', { name: 'Edit schedule' }, patience);
    await user.click(within(form).getByRole('button', { name: 'Save schedule' }));
    expect(within(form).getByRole('alert')).toHaveTextContent('You are not allowed to schedule this report. Choose another one.');
    expect(within(form).getByRole('option', { name: 'User activity', selected: true })).toBeDisabled();
    expect(api.changes().filter((call) => call.startsWith('PUT'))).toEqual([]);
  });

  it('are paged, searched and filtered by the server', async () => {
    api.answers['GET /reports/scheduled'] = { ...listOf(mine), total_records: 2501, page_count: 167 };
    const { user } = renderInRemote(<SchedulesPage />);
    expect(await screen.findByText(/of 2,501/, undefined, patience)).toBeInTheDocument();
    const asked = () => api.calls.filter(({ call }) => call === 'GET /reports/scheduled').at(-1)?.query.toString() ?? '';
    await user.click(screen.getByRole('button', { name: 'Failed 3' }));
    await waitFor(() => expect(asked()).toContain('filter=state%3Ain%3Afailed'), patience);
    expect(screen.getByRole('button', { name: 'Failed 3' })).toHaveAttribute('aria-pressed', 'true');
    await user.type(screen.getByRole('searchbox', { name: 'Name, report or person' }), 'boss');
    await waitFor(() => expect(asked()).toContain('q=boss'), patience);
  });

  it('begin with no new schedule where there is no report that may be scheduled', async () => {
    api.answers['GET /contributions'] = { report_types: [report('user-activity', 'User activity', false)], tracking_tables: [] };
    renderInRemote(<SchedulesPage />);
    await waitFor(() => expect(screen.getByRole('button', { name: 'New schedule' })).toBeDisabled(), patience);
    expect(screen.getByRole('button', { name: 'New schedule' })).toHaveAttribute('title', 'You are not allowed to schedule any report');
  });
});
