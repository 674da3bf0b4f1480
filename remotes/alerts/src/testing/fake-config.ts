import { addMessages } from '@outrider/sdk';
import { vi } from 'vitest';

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

  /** Takes the place of fetch. */
  async install(): Promise<void> {
    await addMessages('alerts', async () => en);
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => this.answer(String(url), init));
  }

  /** The bodies of calls that begin so. */
  bodies(call: string): unknown[] {
    return this.asked.filter((one) => one.call.startsWith(call)).map(({ body }) => body);
  }

  private answer(url: string, init?: RequestInit): Response {
    const method = init?.method ?? 'GET';
    const body = init?.body ? (JSON.parse(String(init.body)) as Body) : {};
    this.asked.push({ call: `${method} ${url.replace(/^.*\/org\/[^/]+/, '')}`, body });
    if (this.unreadable && url.includes(this.unreadable)) {
      return Response.json({ settings: 'all of them' });
    }
    if (url.includes('/au/settings')) {
      return Response.json({ settings: [{ device_id: 'd1', vehicle_id: 'v1', configs: this.configs, channels: [1, 2, 3, 4], state: 'done', problem: '' }] });
    }
    if (url.includes('/config/alerts')) {
      return Response.json({ vehicle_id: 'v1', vehicle_name: 'HGV-001', device_id: 'd1', alerts: this.alerts });
    }
    if (url.includes('/email_list/alerts')) {
      const list = { vehicle_id: 'v1', alert_email_list: this.lists };
      return Response.json(method === 'GET' ? list : [list]);
    }
    if (url.includes('/rules/preview')) {
      return Response.json({ total: 12, more: false, days: 30, by_day: [], alerts: [] });
    }
    if (url.includes('/rules')) {
      const rule = { id: 'r1', version: 1, ...body };
      if (method === 'POST') this.rules.push(rule);
      return method === 'GET' ? Response.json({ rules: this.rules }) : Response.json(rule);
    }
    if (url.includes('/tree')) {
      return Response.json({ id: 'demo', metadata: { label: 'Demo' }, nodes: [], vehicleArray: [] });
    }
    return Response.json({});
  }
}
