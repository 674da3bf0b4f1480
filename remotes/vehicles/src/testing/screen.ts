import { addMessages, push, type Subscription } from '@outrider/sdk';
import { network } from '@outrider/sdk/testing';
import { http, HttpResponse } from 'msw';
import { vi } from 'vitest';

import en from '../../locales/en.json';
import { aPresence, aVehicleRecord } from './fleet';

const none = { moving: 0, idling: 0, parked: 0, offline_day: 0, offline_week: 0, offline_long: 0, never: 0 };

/** A server of vehicles and presence, as far as the Map screen asks it. */
export class FakeFleetApi {
  vehicles: unknown[] = [1, 2, 3, 4].map((n) => aVehicleRecord(n));
  presences: unknown[] = [
    aPresence(1, 'MOVING'),
    aPresence(2, 'IDLING', { place: 'Trafford Park depot' }),
    aPresence(3, 'STATIONARY'),
    aPresence(4, 'OFFLINE'),
  ];
  /** How the fleet stood on an average day of two weeks. */
  weeks = { last_7_days: { ...none, moving: 3, parked: 1 }, previous_7_days: { ...none, moving: 1, never: 2 } };
  /** Answers every call with this status while it is set. */
  status = 200;
  /** Answers calls for presence with this status while it is set. */
  presenceStatus: number | undefined;
  /** How the fleet stood at any moment of the past. */
  moment: unknown[] = [];
  /** How many drove and idled over the day. */
  counts: unknown[] = [];
  /** Answers calls for a moment with this status while it is set. */
  momentStatus: number | undefined;
  /** The addresses that were asked. */
  readonly asked: string[] = [];
  readonly saved: unknown[] = [];
  private subscription: Subscription | undefined;

  /** Answers, and takes the place of the push connection. */
  async install(): Promise<void> {
    await addMessages('vehicles', async () => en);
    this.#answer();
    vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} });
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(800);
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(360);
    vi.spyOn(push, 'state').mockReturnValue('live');
    vi.spyOn(push, 'subscribe').mockImplementation((subscription) => {
      this.subscription = subscription;
      return () => (this.subscription = undefined);
    });
  }

  /** Whether the screen has presence pushed. */
  isSubscribed(): boolean {
    return this.subscription !== undefined;
  }

  /** Pushes presence to the screen. */
  push(...values: unknown[]): void {
    this.subscription?.onValues(values, { subscription_type: 'presenceUpdates', value: values });
  }

  /** Tells the screen that it may have missed something. */
  resync(): void {
    this.subscription?.onResync?.();
  }

  #answer(): void {
    const org = '/api/org/:org/vehicles';
    network.use(
      http.post('/api/user/:id/preferences', async ({ request }) => {
        this.saved.push(await request.json());
        return HttpResponse.json({});
      }),
      http.get(`${org}/presence`, ({ request }) => this.#reply(request, { Presences: this.presences }, this.presenceStatus)),
      http.get(`${org}/moment`, ({ request }) => this.#reply(request, { at_ms: 0, Presences: this.moment }, this.momentStatus)),
      http.get(`${org}/moment/counts`, ({ request }) => this.#reply(request, { counts: this.counts }, this.momentStatus)),
      http.get(`${org}/status`, ({ request }) => this.#reply(request, { total: this.vehicles.length, now: none, ...this.weeks })),
      http.get('/api/contributions', ({ request }) => this.#reply(request, { alert_types: [], report_types: [], tracking_tables: [], vehicle_data: [] })),
      http.get(`${org}/verbose`, ({ request }) => this.#reply(request, { Vehicles: this.vehicles, page_count: 1, total_records: this.vehicles.length })),
    );
  }

  #reply({ url }: Request, body: object, status = this.status): Response {
    this.asked.push(url.replace(location.origin, ''));
    return status === 200 ? HttpResponse.json(body) : HttpResponse.json({ title: 'An error occured - please try again later', status, kind: status === 403 ? 'denied' : 'internal' }, { status });
  }
}
