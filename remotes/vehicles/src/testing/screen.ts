import { addMessages, push, type Subscription } from '@outrider/sdk';
import { vi } from 'vitest';

import en from '../../locales/en.json';
import { aPresence, aVehicleRecord } from './fleet';

/** A server of vehicles and presence, as far as the Map screen asks it. */
export class FakeFleetApi {
  vehicles: unknown[] = [1, 2, 3, 4].map((n) => aVehicleRecord(n));
  presences: unknown[] = [
    aPresence(1, 'MOVING'),
    aPresence(2, 'IDLING', { place: 'Trafford Park depot' }),
    aPresence(3, 'STATIONARY'),
    aPresence(4, 'OFFLINE'),
  ];
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

  /** Takes the place of fetch and of the push connection. */
  async install(): Promise<void> {
    await addMessages('vehicles', async () => en);
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => this.answer(String(url), init));
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

  private answer(url: string, init?: RequestInit): Response {
    if (url.includes('/preferences')) {
      this.saved.push(JSON.parse(String(init?.body)));
      return Response.json({});
    }
    if (!url.startsWith('/api/')) {
      return new Response(null, { status: 404 });
    }
    this.asked.push(url);
    const isMoment = url.includes('/moment');
    const status = (isMoment ? this.momentStatus : undefined) ?? (url.includes('/presence') ? this.presenceStatus : undefined) ?? this.status;
    if (status !== 200) {
      const kind = status === 403 ? 'denied' : 'internal';
      return Response.json({ title: 'An error occured - please try again later', status, kind }, { status });
    }
    if (url.includes('/moment/counts')) return Response.json({ counts: this.counts });
    if (isMoment) return Response.json({ at_ms: 0, Presences: this.moment });
    return Response.json(url.includes('/presence') ? { Presences: this.presences } : { Vehicles: this.vehicles, page_count: 1, total_records: this.vehicles.length });
  }
}
