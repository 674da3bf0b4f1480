import { addMessages } from '@outrider/sdk';
import { network } from '@outrider/sdk/testing';
import { http, HttpResponse } from 'msw';

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

  /** Puts it in place, with the messages of the remote. */
  async install(): Promise<void> {
    await addMessages('alerts', async () => en);
    network.use(http.all('/api/*', ({ request }) => this.#note(request)), ...this.#handlers());
  }

  /** Notes a change, and refuses a call while a status is set. */
  #note({ method, url }: Request): Response | undefined {
    const { status } = this;
    if (method !== 'GET') this.changed.push(`${method} ${new URL(url).pathname}`);
    return status === 200 ? undefined : HttpResponse.json({ title: 'An error occured - please try again later', status, kind: 'internal' }, { status });
  }

  #handlers() {
    const [bands, mails] = ['/api/org/:org/alerts/speeding/bands', '/api/org/:org/alerts/notifications/configs'];
    const bandsNow = () => HttpResponse.json({ bands_kmh: this.bands, source: this.bands === country ? 'country' : 'organisation' });
    const north = { id: 'north', metadata: { label: 'North' }, nodes: [], vehicleArray: [] };
    return [
      http.get('/api/org/:org/vehicles/tree', () => HttpResponse.json({ id: 'demo', metadata: { label: 'Demo' }, nodes: [north], vehicleArray: [{ id: 'v1', vehicle_name: 'HGV-001' }] })),
      http.get(bands, bandsNow),
      http.put<never, { bands_kmh?: number[] }>(bands, async ({ request }) => {
        const { bands_kmh } = await request.json();
        this.bands = bands_kmh?.length === 3 ? bands_kmh : country;
        return bandsNow();
      }),
      http.get(mails, () => HttpResponse.json({ notifications: this.mails })),
      http.post<never, { notification: object }>(mails, async ({ request }) => {
        const saved = { ...(await request.json()).notification, id: 'm1' };
        this.mails = [saved];
        return HttpResponse.json({ notification: saved });
      }),
      http.delete(`${mails}/:id`, () => {
        this.mails = [];
        return new HttpResponse(null, { status: 204 });
      }),
    ];
  }
}
