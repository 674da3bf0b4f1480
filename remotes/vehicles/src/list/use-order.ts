import { useMemo, useRef } from 'react';

import type { FleetVehicle } from '../fleet/vehicle';
import { comparator, type Sort } from './list-view';

/** How long an order stands before rows may change places, in milliseconds. */
export const reorderMs = 15_000;

/** Vehicles in order, and what keeps that order for as long again. */
export interface Order {
  ordered: FleetVehicle[];
  hold: () => void;
}

/**
 * The vehicles in order. Their values are always the newest, their order is made anew only when the set or the way of
 * sorting changes, and every 15 s unless it is held: rows must not jump away under a hand, nor the focus with one of them.
 */
export function useOrder(vehicles: readonly FleetVehicle[], sort: Sort, now: number): Order {
  const kept = useRef({ order: new Map<string, number>(), sort, at: -Infinity });
  const ordered = useMemo(() => {
    const { order, sort: sortBefore, at } = kept.current;
    const isSame = sort === sortBefore && now - at < reorderMs && order.size === vehicles.length && vehicles.every(({ id }) => order.has(id));
    if (isSame) {
      const placed: FleetVehicle[] = [];
      vehicles.forEach((vehicle) => (placed[order.get(vehicle.id) as number] = vehicle));
      return placed;
    }
    const sorted = [...vehicles].sort(comparator(sort));
    kept.current = { order: new Map(sorted.map(({ id }, i) => [id, i])), sort, at: now };
    return sorted;
  }, [vehicles, sort, now]);
  const hold = () => {
    kept.current.at = now;
  };
  return { ordered, hold };
}
