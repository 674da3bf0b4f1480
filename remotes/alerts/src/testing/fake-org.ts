import { addMessages } from '@outrider/sdk';
import { vi } from 'vitest';

import en from '../../locales/en.json';

const country = [8.04672, 16.09344, 24.14016];

/** A server of what an organisation chooses about its alerts. */
export class FakeOrgApi {
  /** Own ones, or those of the country, in km/h. */
  bands = country;
  mails: Record<string, unknown>[] = [];
  /** Answers every call with this status while it is set. */
  status = 200;
  /** Everything that was changed. */
  readonly changed: string[] = [];

  /** Takes the place of fetch. */
  async install(): Promise<void> {
    await addMessages('alerts', async () => en);
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => this.answer(String(url), init));
  }

  private answer(url: string, init?: RequestInit): Response {
    const method = init?.method ?? 'GET';
    if (method !== 'GET') this.changed.push(`${method} ${url}`);
    if (this.status !== 200) {
      return Response.json({ title: 'An error occured - please try again later', status: this.status, kind: 'internal' }, { status: this.status });
    }
    if (url.includes('/tree')) {
      const north = { id: 'north', metadata: { label: 'North' }, nodes: [], vehicleArray: [] };
      return Response.json({ id: 'demo', metadata: { label: 'Demo' }, nodes: [north], vehicleArray: [{ id: 'v1', vehicle_name: 'HGV-001' }] });
    }
    const body = init?.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : {};
    return url.includes('/bands') ? this.answerBands(method, body) : this.answerMails(method, body);
  }

  private answerBands(method: string, { bands_kmh }: { bands_kmh?: number[] }): Response {
    if (method === 'PUT') this.bands = bands_kmh?.length === 3 ? bands_kmh : country;
    return Response.json({ bands_kmh: this.bands, source: this.bands === country ? 'country' : 'organisation' });
  }

  private answerMails(method: string, { notification }: { notification?: Record<string, unknown> }): Response {
    if (method === 'DELETE') {
      this.mails = [];
      return new Response(null, { status: 204 });
    }
    if (method === 'POST') {
      const saved = { ...notification, id: 'm1' };
      this.mails = [saved];
      return Response.json({ notification: saved });
    }
    return Response.json({ notifications: this.mails });
  }
}
