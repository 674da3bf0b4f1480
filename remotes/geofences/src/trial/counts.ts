import type { Trial, TrialVisit } from '../api/trial';

/** One event of a trial, with its visit. */
export interface TrialEvent {
  index: number;
  visit: TrialVisit;
  trigger: string;
  atMs: number;
  at: { lat: number; lng: number };
  speedKmh: number | undefined;
}

const dayMs = 86_400_000;

/** The events of a trial, the newest first. */
export function eventsOf({ visits }: Trial): TrialEvent[] {
  const all = visits.flatMap((visit) => (visit.events ?? []).map(({ trigger, at_ms: atMs, at, speed_kmh: speedKmh }) => ({ visit, trigger, atMs, at, speedKmh })));
  return all.sort((a, b) => b.atMs - a.atMs).map((one, index) => ({ ...one, index }));
}

/** How many events there are on each day before the end, by hour of the day in a zone, of each trigger, and of each vehicle, most first. */
export function countsOf(events: readonly TrialEvent[], { from_ms: fromMs, to_ms: toMs }: Trial['total'], zone: string) {
  const days = Array.from({ length: Math.max(1, Math.round((toMs - fromMs) / dayMs)) }, () => 0);
  const hours = Array.from({ length: 24 }, () => 0);
  const triggers = new Map<string, number>();
  const vehicles = new Map<string, number>();
  const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: zone });
  const add = <K>(to: Map<K, number>, key: K) => to.set(key, (to.get(key) ?? 0) + 1);
  for (const { atMs, trigger, visit } of events) {
    const day = Math.min(days.length - 1, Math.max(0, Math.floor((atMs - fromMs) / dayMs)));
    days[day] = (days[day] ?? 0) + 1;
    const at = Number(hour.format(atMs));
    hours[at] = (hours[at] ?? 0) + 1;
    add(triggers, trigger);
    add(vehicles, visit.vehicle_id);
  }
  return { days, hours, triggers, vehicles: [...vehicles].sort(([, a], [, b]) => b - a) };
}
