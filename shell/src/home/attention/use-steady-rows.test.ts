import type { AttentionGroup } from '@outrider/sdk';
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';

import { useSteadyRows } from './use-steady-rows';

/** A group whose items are named after their times. */
const group = (...times: number[]): AttentionGroup => ({
  id: 'alerts', label: 'Severe', order: 10, total: times.length, path: '/notifications',
  items: times.map((atMs) => ({ id: String(atMs), icon: 'warning', tone: 'error', title: 'Harsh braking', text: '', atMs, path: '/' })),
});

function show(first: AttentionGroup[], isPending = false) {
  const { result, rerender } = renderHook(({ groups, isPending }) => useSteadyRows(groups, isPending), { initialProps: { groups: first, isPending } });
  const shown = () => result.current.rows.map(({ item }) => item.id);
  const news = (...times: number[]) => rerender({ groups: [group(...times)], isPending: false });
  return { result, shown, news };
}

test('what comes later waits until it is asked for, and what is gone leaves at once', () => {
  const { result, shown, news } = show([group(30, 20)]);
  expect(shown()).toEqual(['30', '20']);
  news(50, 40, 20);
  expect(shown()).toEqual(['20']);
  expect(result.current.waiting).toBe(2);
  act(() => result.current.showWaiting());
  expect(shown()).toEqual(['50', '40', '20']);
  expect(result.current.waiting).toBe(0);
});

test('what moves up from below the list is nothing new', () => {
  const { result, shown, news } = show([group(30, 20)]);
  news(20, 10);
  expect(shown()).toEqual(['20', '10']);
  expect(result.current.waiting).toBe(0);
});

test('while a remote has not answered everything that comes is shown', () => {
  const { shown, news } = show([group(30)], true);
  expect(shown()).toEqual(['30']);
  news(40, 30);
  expect(shown()).toEqual(['40', '30']);
});
