import { expect, test } from 'vitest';

import { alertSchema } from '../api/alert';
import { anAlert } from '../testing/fake-alerts';
import { holdStill, released } from './hold-still';

const page = (...numbers: number[]) => ({ alerts: numbers.map((n) => alertSchema.parse(anAlert(n))), total: 9, isAbout: false, pageCount: 3 });
const numbersOf = ({ alerts }: { alerts: { vehicle_id: string }[] }) => alerts.map(({ vehicle_id }) => Number(vehicle_id.slice(1)));

test('new alerts wait, and what they would push off the page stays', () => {
  const held = holdStill(released(page(3, 2, 1)), page(5, 4, 3));
  expect(numbersOf(held)).toEqual([3, 2, 1]);
  expect(held.waiting).toBe(2);
  expect(numbersOf({ alerts: held.next })).toEqual([5, 4, 3]);
});

test('more that come wait with those that did', () => {
  const held = holdStill(holdStill(released(page(3, 2, 1)), page(4, 3, 2)), page(5, 4, 3));
  expect([numbersOf(held), held.waiting]).toEqual([[3, 2, 1], 2]);
});

test('a row that no longer matches goes, and the next page moves up', () => {
  const held = holdStill(released(page(5, 4, 3)), page(5, 3, 2));
  expect([numbersOf(held), held.waiting]).toEqual([[5, 3, 2], 0]);
});

test('one that was archived goes although others wait', () => {
  const shown = released(page(3, 2, 1));
  Object.assign(shown.alerts[2] ?? {}, { archived: 'True' });
  expect(numbersOf(holdStill(shown, page(4, 3, 2)))).toEqual([3, 2]);
});

test('rows take their new values where they are', () => {
  const fresh = page(4, 3, 2);
  Object.assign(fresh.alerts[1] ?? {}, { read: 'True' });
  expect(holdStill(released(page(3, 2, 1)), fresh).alerts[0]?.read).toBe('True');
});

test('where nothing of it is left, the page is as it was read', () => {
  expect(holdStill(released(page(3, 2, 1)), page(9, 8, 7))).toEqual(released(page(9, 8, 7)));
  expect(holdStill(undefined, page(2))).toEqual(released(page(2)));
});
