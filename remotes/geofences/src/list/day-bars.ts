import type { VisitDay } from '../api/visits';

interface DayBar {
  id: string;
  /** The day of the month. */
  label: string;
  value: number;
}

const dayMs = 86_400_000;

/** The visits of the last so many days up to today in a zone, the oldest first; also those without any. */
export function barsOf(days: readonly VisitDay[], zone: string, count: number, nowMs: number): DayBar[] {
  const today = Date.parse(new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(nowMs));
  const visits = new Map(days.map((one) => [one.day, one.visits]));
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(today - (count - 1 - index) * dayMs).toISOString().slice(0, 10);
    return { id: day, label: String(Number(day.slice(8))), value: visits.get(day) ?? 0 };
  });
}
