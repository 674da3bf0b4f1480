/** A place in degrees. */
export interface Place {
  lat: number;
  lng: number;
}

interface Leg {
  from: Place;
  to: Place;
  startedAt: number;
  durationMs: number;
}

/** A marker glides for at most this long; a vehicle that reports less often then waits at its newest place. */
const LONGEST_MS = 6_000;

/** A step longer than this is shown at once: gliding over it would show a road that nobody drove. In degrees. */
const JUMP_DEG = 0.05;

/** Moves markers evenly from one report to the next. */
export class Motion {
  private readonly legs = new Map<string, Leg>();

  constructor(private readonly still: () => boolean) {}

  /** A vehicle reported a new place at `now` (milliseconds of any steady clock). */
  moveTo(id: string, to: Place, now: number): void {
    const leg = this.legs.get(id);
    if (leg && leg.to.lat === to.lat && leg.to.lng === to.lng) return;
    const from = leg ? this.at(id, now) ?? to : to;
    const far = Math.abs(from.lat - to.lat) > JUMP_DEG || Math.abs(from.lng - to.lng) > JUMP_DEG;
    const durationMs = !leg || far || this.still() ? 0 : Math.min(LONGEST_MS, Math.max(300, now - leg.startedAt));
    this.legs.set(id, { from, to, startedAt: now, durationMs });
  }

  /** Where to draw a vehicle. */
  at(id: string, now: number): Place | undefined {
    const leg = this.legs.get(id);
    if (!leg) return undefined;
    const share = leg.durationMs === 0 ? 1 : Math.min(1, (now - leg.startedAt) / leg.durationMs);
    return {
      lat: leg.from.lat + (leg.to.lat - leg.from.lat) * share,
      lng: leg.from.lng + (leg.to.lng - leg.from.lng) * share,
    };
  }

  /** True while a vehicle is between two places. */
  isMoving(id: string, now: number): boolean {
    const leg = this.legs.get(id);
    return leg !== undefined && now - leg.startedAt < leg.durationMs && (leg.from.lat !== leg.to.lat || leg.from.lng !== leg.to.lng);
  }

  /** Forgets vehicles that are not on the map any more. */
  keep(ids: ReadonlySet<string>): void {
    for (const id of this.legs.keys()) if (!ids.has(id)) this.legs.delete(id);
  }
}
