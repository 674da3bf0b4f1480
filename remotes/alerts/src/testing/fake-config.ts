import { addMessages } from '@outrider/sdk';
import { network } from '@outrider/sdk/testing';
import { http, HttpResponse } from 'msw';

import en from '../../locales/en.json';
import { mailedKinds } from '../config/kinds';

type Body = Record<string, unknown>;

const switched = (key: string, on: boolean) => ({
  attribute: key.slice(0, 2) === 'io' ? 'io' : 'imu', pin: [], snaps: on, video: on, tracking: on, imu: on, video_channels: ['*'], key, enabled: on, disabled_by_system: false, disabled_at: null as string | null,
});

/** A server of alert configuration, as far as its screens ask it. */
export class FakeConfigApi {
  configs = [switched('imu', true), switched('io|*', false)];
  alerts = [
    ...mailedKinds.map((alert_type) => ({ alert_type: alert_type as string, pin: 0, pin_name: '', enabled: true, threshold: 0.3 as number | null, default_threshold: 0.3 as number | null, unit: 'g' })),
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((pin) => ({ alert_type: 'io', pin, pin_name: `Input ${pin}`, enabled: true, threshold: null, default_threshold: null, unit: '' })),
  ];
  lists: unknown[] = [{ alert_type: 'imu_collision', pin: 0, emails: ['boss@example.com'] }];
  rules: Body[] = [];
  /** Answers calls that hold this text with nonsense. */
  unreadable: string | undefined;
  /** Everything that was asked, with its body. */
  readonly asked: { call: string; body: unknown }[] = [];

  /** Puts it in place, with the messages of the remote. */
  async install(): Promise<void> {
    await addMessages('alerts', async () => en);
    network.use(http.all('/api/*', ({ request }) => this.#note(request)), ...this.#handlers());
  }

  /** The bodies of calls that begin so. */
  bodies(call: string): unknown[] {
    return this.asked.filter((one) => one.call.startsWith(call)).map(({ body }) => body);
  }

  /** Notes a call, and answers it with nonsense where the test wants that. */
  async #note(request: Request): Promise<Response | undefined> {
    const path = new URL(request.url).pathname.replace(/^\/api\/org\/[^/]+/, '');
    const text = await request.clone().text();
    this.asked.push({ call: `${request.method} ${path}`, body: text ? JSON.parse(text) : {} });
    return this.unreadable && path.includes(this.unreadable) ? HttpResponse.json({ settings: 'all of them' }) : undefined;
  }

  #handlers() {
    const org = '/api/org/:org';
    const settings = () => HttpResponse.json({ settings: [{ device_id: 'd1', vehicle_id: 'v1', configs: this.configs, channels: [1, 2, 3, 4], state: 'done', problem: '' }] });
    const alerts = () => HttpResponse.json({ vehicle_id: 'v1', vehicle_name: 'HGV-001', device_id: 'd1', alerts: this.alerts });
    const list = () => ({ vehicle_id: 'v1', alert_email_list: this.lists });
    const lists = () => HttpResponse.json([list()]);
    return [
      http.post(`${org}/au/settings`, settings),
      http.put(`${org}/au/settings`, settings),
      http.get(`${org}/vehicles/:id/config/alerts`, alerts),
      http.put(`${org}/vehicles/:id/config/alerts`, alerts),
      http.get(`${org}/vehicles/:id/email_list/alerts`, () => HttpResponse.json(list())),
      http.put(`${org}/vehicles/email_list/alerts`, lists),
      http.post(`${org}/vehicles/email_list/alerts`, lists),
      http.post(`${org}/alerts/rules/preview`, () => HttpResponse.json({ total: 12, more: false, days: 30, by_day: [], alerts: [] })),
      http.get(`${org}/alerts/rules`, () => HttpResponse.json({ rules: this.rules })),
      http.post(`${org}/alerts/rules`, async ({ request }) => {
        const rule = ruleOf(await request.json());
        this.rules.push(rule);
        return HttpResponse.json(rule);
      }),
      http.put(`${org}/alerts/rules/:id`, async ({ request }) => HttpResponse.json(ruleOf(await request.json()))),
      http.get(`${org}/vehicles/tree`, () => HttpResponse.json({ id: 'demo', metadata: { label: 'Demo' }, nodes: [], vehicleArray: [] })),
    ];
  }
}

/** A rule as it is kept. */
function ruleOf(body: unknown): Body {
  return { id: 'r1', version: 1, ...(body as Body) };
}
