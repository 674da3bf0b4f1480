import { expect, type Page } from '@playwright/test';

/** The part of a pushed presence that journeys compare with the screen. */
export interface PushedPresence {
  vehicle_id: string;
  name: string;
  status: string;
  /** km/h */
  speed?: number;
  last_seen: string;
}

/** Hears what is pushed to a tab: make it before the tab connects. */
export class PresenceFrames {
  readonly #newest = new Map<string, PushedPresence>();
  #heard = 0;

  constructor(page: Page) {
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => this.#hear(String(payload))));
  }

  /** How many updates were heard. */
  heard(): number {
    return this.#heard;
  }

  /** The newest push about a vehicle. */
  of(vehicleId: string): PushedPresence | undefined {
    return this.#newest.get(vehicleId);
  }

  /** Ids of the vehicles other than `vehicleId` that something was pushed about. */
  others(vehicleId: string): string[] {
    return [...this.#newest.keys()].filter((id) => id !== vehicleId);
  }

  /** Waits for `count` further updates. */
  async next(count = 1): Promise<void> {
    const before = this.#heard;
    await expect.poll(() => this.#heard, { message: 'presence is pushed' }).toBeGreaterThanOrEqual(before + count);
  }

  /** Waits for a pushed presence of a vehicle that drives; on a quiet evening of a weekend nobody may for some minutes. */
  async moving(): Promise<PushedPresence> {
    const find = () => [...this.#newest.values()].find(({ status, speed }) => status === 'MOVING' && (speed ?? 0) > 20);
    await expect.poll(find, { message: 'a driving vehicle is pushed', timeout: 300_000 }).toBeDefined();
    return find() as PushedPresence;
  }

  #hear(text: string): void {
    if (!text.includes('"presenceUpdates"') || !text.includes('"value"')) return;
    const { value } = JSON.parse(text) as { value: PushedPresence[] };
    value.forEach((one) => this.#newest.set(one.vehicle_id, one));
    this.#heard += 1;
  }
}
