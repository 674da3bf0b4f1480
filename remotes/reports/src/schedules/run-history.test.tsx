import { FakeApi, renderInRemote } from '@outrider/sdk/testing';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import en from '../../locales/en.json';
import type { Schedule } from '../api/schedules';
import { RunHistory } from './run-history';

const patience = { timeout: 30_000 };
const schedule = { schedule_uuid: 's1', name: 'Weekly mileage', state: 'active', zone: 'Europe/London' } as Schedule;
const run = { id: 'r1', state: 'done', due: '2026-11-30T06:00:00Z', made: '2026-11-30T06:00:00Z', from: '2026-11-23T00:00:00Z', to: '2026-11-30T00:00:00Z', rows: 24, bytes: 9000, failures: 0, manual: false, files: [{ format: 'xlsx', name: 'a.xlsx', bytes: 9000 }] };
const mail = (state: string, problem?: string) => ({ name: 'Boss', email: 'boss@customer.test', state, problem, generation: 0 });
let api: FakeApi;

beforeEach(async () => {
  api = new FakeApi();
  await api.install('reports', en);
});

afterEach(() => vi.unstubAllGlobals());

it('does not say that a run was sent while a mail server takes none of its mails, and offers no second ones', async () => {
  api.answers = { 'GET /reports/scheduled/s1/runs': { runs: [{ ...run, mails: [mail('waiting', '451 4.3.2 come back later')] }] } };
  renderInRemote(<RunHistory schedule={schedule} onClose={() => undefined} />);
  expect(await screen.findByText('Sending', undefined, patience)).toBeVisible();
  expect(screen.getByText('boss@customer.test: 451 4.3.2 come back later')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Send again' })).not.toBeInTheDocument();
  expect(screen.getByText(/^23\s?–\s?29 November 2026$/)).toBeVisible();
});

it('offers to send it again once all were taken', async () => {
  api.answers = { 'GET /reports/scheduled/s1/runs': { runs: [{ ...run, mails: [mail('sent')] }] } };
  renderInRemote(<RunHistory schedule={schedule} onClose={() => undefined} />);
  expect(await screen.findByText('Sent', undefined, patience)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Send again' })).toBeEnabled();
});
