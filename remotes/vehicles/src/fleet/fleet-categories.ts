import type { FleetVehicle } from './vehicle';

/** The categories of fleet status, in their order. */
export const CATEGORIES = ['moving', 'idling', 'parked', 'offlineDay', 'offlineWeek', 'offlineLong', 'never'] as const;

/** One of {@link CATEGORIES}. */
export type Category = (typeof CATEGORIES)[number];

const dayMs = 86_400_000;

/** The category of a vehicle at `now`, in Unix milliseconds; one that is connected without a position counts as idling, as its colour says. */
export function categoryOf({ status, lastSeen }: Pick<FleetVehicle, 'status' | 'lastSeen'>, now: number): Category {
  switch (status) {
    case 'MOVING':
      return 'moving';
    case 'IDLING':
    case 'UNKNOWN':
      return 'idling';
    case 'STATIONARY':
      return 'parked';
    case 'OFFLINE':
      return lastSeen === undefined ? 'never' : offlineCategory(now - lastSeen);
  }
}

function offlineCategory(ageMs: number): Category {
  if (ageMs < dayMs) {
    return 'offlineDay';
  }
  return ageMs <= 7 * dayMs ? 'offlineWeek' : 'offlineLong';
}

/** How many vehicles are in each category. */
export function countCategories(vehicles: readonly FleetVehicle[], now: number): Record<Category, number> {
  const counts = Object.fromEntries(CATEGORIES.map((category) => [category, 0])) as Record<Category, number>;
  for (const vehicle of vehicles) {
    counts[categoryOf(vehicle, now)] += 1;
  }
  return counts;
}
