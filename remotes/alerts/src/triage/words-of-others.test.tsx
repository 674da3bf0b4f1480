import { MemoryRouter } from '@outrider/sdk/router';
import { renderInRemote, type ShellInfoOptions } from '@outrider/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import { anAlert, FakeAlertsApi } from '../testing/fake-alerts';
import { Triage } from './triage';

vi.mock('../evidence/tracking-card', () => ({ TrackingCard: () => null })); // Leaflet needs a browser

const patience = { timeout: 30_000 };
const long = { timeout: 120_000 };
const api = { current: new FakeAlertsApi() };

beforeEach(async () => {
  api.current = new FakeAlertsApi();
  await api.current.install();
  Element.prototype.scrollIntoView = () => {};
});

function show(options: ShellInfoOptions = {}) {
  return renderInRemote(
    <MemoryRouter initialEntries={['/notifications']}>
      <Triage kind="driving" />
    </MemoryRouter>,
    options,
  );
}

const flags = (method: string) => api.current.asked.filter(({ call }) => call === `${method} /api/DriverScoreCoaching/flagged_alerts`);

test('HTML in a label, a name of a device and a comment is text, and so is a type that nobody knows', long, async () => {
  const html = '<img src="x" onerror="alert(1)">';
  const change = { alert_type: `sunset ${html}`, prediction_label: html, pin_name: html, vehicle_name: `HGV ${html}`, device_id: html, location: `Mere ${html}`, flagged: true, flag_comment: html };
  api.current.alerts = [anAlert(1, change)];
  api.current.activity = [{ action: 'flagged', detail: `Look ${html}`, user_name: `Una ${html}`, at: '2026-11-21T01:00:00.000Z' }];
  const { baseElement } = show();
  expect(await screen.findByRole('heading', { name: `sunset ${html}` }, patience)).toBeVisible();
  expect((await screen.findAllByText(new RegExp('Look <img src="x"'), {}, patience)).length).toBeGreaterThan(0);
  expect(screen.getAllByText(`HGV ${html}`).length).toBeGreaterThan(0);
  expect(baseElement.querySelector('img[src="x"], [onerror]')).toBeNull();
});

test('a comment goes to the server as it was typed', long, async () => {
  const { user } = show({ services: ['go'] });
  await user.click(await screen.findByRole('button', { name: 'Flag' }, patience));
  const dialog = await screen.findByRole('dialog', { name: 'Flag for the driver' }, patience);
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: '<script>alert(1)</script>' } });
  await user.click(within(dialog).getByRole('button', { name: 'Flag' }));
  await waitFor(() => expect(flags('POST').at(0)?.body).toMatchObject({ comment: '<script>alert(1)</script>', org_id: 'demo' }), patience);
});

test('without the driver app there is no flag, by button or key', long, async () => {
  show({ services: ['safetyCentre'] });
  await screen.findByRole('heading', { name: 'Harsh braking' }, patience);
  fireEvent.keyDown(document.body, { key: 'f' });
  expect(screen.queryByRole('button', { name: 'Flag' })).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
});
