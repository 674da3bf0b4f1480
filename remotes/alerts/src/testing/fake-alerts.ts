import { addMessages, push, type Subscription } from '@outrider/sdk';
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

  /** Takes the place of fetch and of the push connection. */
  async install(): Promise<void> {
    await addMessages('alerts', async () => en);
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      const answer = this.answer(String(url), init);
      await this.hold;
      return answer;
    });
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

  private answer(url: string, init?: RequestInit): Response {
    const body = init?.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : undefined;
    this.asked.push({ call: `${init?.method ?? 'GET'} ${url.replace(/\?.*/, '')}`, body });
    if (this.status !== 200) {
      return Response.json({ title: 'An error occured - please try again later', status: this.status, kind: 'internal' }, { status: this.status });
    }
    if (url.includes('/elastic')) {
      return Response.json({ Alerts: this.alerts, page_count: 1, total_records: this.alerts.length + this.more });
    }
    if (url.endsWith('/alerts/ids') || url.includes('/alerts/ids?')) {
      return Response.json({ ids: ['one', 'two'], more: false });
    }
    if (url.includes('/counts')) {
      return Response.json({ counts: this.counts });
    }
    if (url.includes('/ranking')) {
      return Response.json({ ranking: this.ranking });
    }
    if (url.includes('/tree')) {
      return Response.json({ id: 'demo', metadata: { label: 'Demo' }, nodes: [], vehicleArray: this.alerts.map(({ vehicle_id, vehicle_name }) => ({ id: vehicle_id, vehicle_name })) });
    }
    if (url.includes('/activity')) {
      return Response.json({ activity: this.activity });
    }
    if (url.includes('/quality')) {
      const one = this.alerts.find(({ alert_id }) => url.includes(alert_id));
      Object.assign(one ?? {}, body);
      return Response.json(one);
    }
    return Response.json({});
  }
}
