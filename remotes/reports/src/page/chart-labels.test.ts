import { expect, it } from 'vitest';

import { labelsThatFit } from './chart-labels';

const days = (from: number, count: number) => Array.from({ length: count }, (_, index) => (index === 0 ? `${from} Oct` : String(from + index)));

it('shows every label that has place', () => {
  expect([...labelsThatFit(days(1, 7), 840)]).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

it('leaves out the day that would stand in the label with a month beside it', () => {
  expect([...labelsThatFit(days(1, 30), 840)].sort((a, b) => a - b).slice(0, 3)).toEqual([0, 1, 2]);
  expect([...labelsThatFit(days(1, 30), 300)].sort((a, b) => a - b).slice(0, 3)).toEqual([0, 4, 6]);
});

it('shows the month that begins between the days that are named', () => {
  const labels = [...days(27, 5), '1 Nov', ...Array.from({ length: 24 }, (_, index) => String(index + 2))];
  expect(labelsThatFit(labels, 300).has(5)).toBe(true);
});

it('names few of many long ones, evenly', () => {
  expect([...labelsThatFit(Array.from({ length: 24 }, (_, hour) => `${hour + 10}:00 h`), 300)]).toEqual([0, 4, 8, 12, 16, 20]);
});
