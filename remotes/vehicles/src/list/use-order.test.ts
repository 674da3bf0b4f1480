import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';

import type { FleetVehicle } from '../fleet/vehicle';
import { reorderMs, useOrder } from './use-order';

const at = (lastSeen: Record<string, number>) => Object.entries(lastSeen).map(([id, seen]) => ({ id, name: id, lastSeen: seen }) as FleetVehicle);

it('rows change places after a while, and not as long as the keyboard is used on them', () => {
  const { result, rerender } = renderHook(({ seen, now }) => useOrder(at(seen), 'lastUpdate', now), { initialProps: { seen: { a: 2, b: 1 }, now: 0 } });
  const order = () => result.current.ordered.map(({ id }) => id);
  expect(order()).toEqual(['a', 'b']);
  rerender({ seen: { a: 2, b: 3 }, now: reorderMs - 1 });
  expect(order()).toEqual(['a', 'b']);
  result.current.hold();
  rerender({ seen: { a: 2, b: 3 }, now: 2 * reorderMs - 2 });
  expect(order()).toEqual(['a', 'b']);
  rerender({ seen: { a: 2, b: 3 }, now: 2 * reorderMs - 1 });
  expect(order()).toEqual(['b', 'a']);
});
