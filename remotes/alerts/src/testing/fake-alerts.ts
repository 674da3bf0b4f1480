import { addMessages, push, type Subscription } from '@outrider/sdk';
import { network } from '@outrider/sdk/testing';
import { http, HttpResponse } from 'msw';
import { vi } from 'vitest';

import en from '../../locales/en.json';

/** An alert as the API writes it. */
export function anAlert(n: number, change: Record<string, unknown> = {}) {
  return {
    alert_id: `00000000-0000-4000-8000-00000000000${n}`, kind: 'driving', alert_type: 'imualert', alert_subtype: '', prediction_label: 'harsh_braking',
    predictions: [{ pred_label: 'harsh_braking', pred_prob: 0.9 }], severity: 2, pin: 0, pin_name: '', channel: 0, device_id: `d${n}`, vehicle_id: `v${n}`,
    vehicle_name: `HGV-00${n}`, event_time_utc: `2026-11-21T0${n}:00:00.000Z`, event_time_local: `2026-11-21T0${n}:00:00`, zone: 'Europe/London', coords: null,
    location: 'Mere', read: 'False', archived: 'False', user_driving_quality: 'none', flagged: false, flag_comment: '', ...change,
  };
}

/** A server of alerts, as far as the screens ask it. */
export class FakeAlertsApi {
  alerts: ReturnType<typeof anAlert>[] = [1, 2, 3].map((n) => anAlert(n));
  /** How many there are on pages that are not answered. */
  more = 0;
  /** How many there are by day and type. */
  counts: unknown[] = [];
  /** Who had the most. */
  ranking: unknown[] = [];
  /** What was done to each of them. */
  activity: unknown[] = [];
  /** Answers every call with this status while it is set. */
  status = 200;
  /** What answers wait for. */
  hold: Promise<void> | undefined;
  /** Everything that was asked, as `PUT /api/…`, with its body. */
  readonly asked: { call: string; body: unknown }[] = [];
  private subscription: Subscription | undefined;

  /** Answers, and takes the place of the push connection. */
  async install(): Promise<void> {
    await addMessages('alerts', async () => en);
    network.use(http.all('/api/*', ({ request }) => this.#note(request)), ...this.#handlers());
    vi.spyOn(push, 'state').mockReturnValue('live');
    vi.spyOn(push, 'subscribe').mockImplementation((subscription) => {
      this.subscription = subscription;
      return () => {};
    });
  }

  /** Pushes alerts to the screen. */
  push(...values: unknown[]): void {
    this.subscription?.onValues(values, { subscription_type: 'alerts', value: values });
  }

  /** Notes a call, waits, and refuses it while a status is set. */
  async #note(request: Request): Promise<Response | undefined> {
    const text = await request.clone().text();
    this.asked.push({ call: `${request.method} ${new URL(request.url).pathname}`, body: text ? JSON.parse(text) : undefined });
    const { status } = this;
    await this.hold;
    return status === 200 ? undefined : HttpResponse.json({ title: 'An error occured - please try again later', status, kind: 'internal' }, { status });
  }

  #handlers() {
    const org = '/api/org/:org';
    return [
      http.post(`${org}/alerts/elastic`, () => HttpResponse.json({ Alerts: this.alerts, page_count: 1, total_records: this.alerts.length + this.more })),
      http.post(`${org}/alerts/ids`, () => HttpResponse.json({ ids: ['one', 'two'], more: false })),
      http.post(`${org}/alerts/counts`, () => HttpResponse.json({ counts: this.counts })),
      http.post(`${org}/alerts/ranking`, () => HttpResponse.json({ ranking: this.ranking })),
      http.get(`${org}/vehicles/tree`, () => HttpResponse.json({ id: 'demo', metadata: { label: 'Demo' }, nodes: [], vehicleArray: this.alerts.map(({ vehicle_id, vehicle_name }) => ({ id: vehicle_id, vehicle_name })) })),
      http.get(`${org}/alerts/:id/activity`, () => HttpResponse.json({ activity: this.activity })),
      http.put(`${org}/alerts/:id/quality`, async ({ params, request }) => {
        const one = this.alerts.find(({ alert_id }) => alert_id === params['id']);
        return HttpResponse.json(Object.assign(one ?? {}, await request.json()));
      }),
      http.put(`${org}/alerts/bulk`, () => HttpResponse.json({ updated: this.alerts.length })),
      http.post(`${org}/alerts/:id/views`, () => new HttpResponse(null, { status: 204 })),
      http.get(`${org}/alerts/:id/evidence`, () => HttpResponse.json({ fileset_request_id: '', status: '', progress: 0, files: [] })), // nobody asked for any
      http.get(`${org}/alerts/drivers`, () => HttpResponse.json({ drivers: [] })),
      http.get(`${org}/alerts/:id`, ({ params }) => {
        const one = this.alerts.find(({ alert_id }) => alert_id === params['id']);
        return one ? HttpResponse.json(one) : HttpResponse.json({ title: 'There is no such alert.', status: 404, kind: 'not_found' }, { status: 404 });
      }),
      http.get(`${org}/devices/id/:id/info`, ({ params }) => HttpResponse.json({ id: params['id'], model: 'D700', firmwareVersion: '', components: [], configs: {}, status_at: null, disabled: false })),
      http.get(`${org}/vehicles/presence`, () => HttpResponse.json({ Presences: [] })),
      http.post('/api/DriverScoreCoaching/flagged_alerts', () => HttpResponse.json({ StatusCode: '200' })),
      http.post('/api/user/:id/preferences', () => HttpResponse.json({})),
    ];
  }
}
