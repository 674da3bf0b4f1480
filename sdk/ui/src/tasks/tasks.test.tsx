import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import { ApiError } from '../api';
import { accessibilityProblems, renderInRemote } from '../testing';
import { allTasks, startTask, TaskTray } from '.';
import { putAway } from './task-store';

afterEach(() => act(() => putAway(allTasks().map(({ id }) => id))));

/** Starts within React's act, and returns what was started: act itself would await it. */
function start<T>(begin: () => T): T {
  let begun: T | undefined;
  act(() => {
    begun = begin();
  });
  return begun as T;
}

it('shows how far a task is, then what can be done with its result', async () => {
  let report: (progress: number | undefined, note?: string) => void = () => undefined;
  let finish: (file: string) => void = () => undefined;
  const openFile = vi.fn();
  const { user, container } = renderInRemote(<TaskTray />);
  const { result } = start(() =>
    startTask<string>({ title: 'Export', run: (tell) => new Promise((resolve) => ((report = tell), (finish = resolve))), action: (file) => ({ label: 'Open', run: () => openFile(file) }) }),
  );
  act(() => report(0.4, '480 of 1,200'));
  expect(screen.getByRole('progressbar', { name: 'Export' })).toHaveAttribute('aria-valuenow', '40');
  expect(screen.getByText('480 of 1,200')).toBeVisible();
  expect(await accessibilityProblems(container)).toEqual([]);
  await act(async () => finish('vehicles.csv'));
  await expect(result).resolves.toBe('vehicles.csv');
  await user.click(await screen.findByRole('button', { name: 'Open' }));
  expect(openFile).toHaveBeenCalledWith('vehicles.csv');
  expect(screen.getByText('Export is done')).toBeInTheDocument();
});

it('says why a task failed, and does it again', async () => {
  const run = vi.fn().mockRejectedValueOnce(new ApiError({ kind: 'unavailable', status: 503, title: 'Reports are away.' })).mockResolvedValueOnce('ok');
  const { user } = renderInRemote(<TaskTray />);
  await act(async () => void startTask({ title: 'Report', run }));
  expect(await screen.findByText('Reports are away.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.getByText('Everything is done')).toBeVisible());
  expect(run).toHaveBeenCalledTimes(2);
});

it('cancels', async () => {
  const { user } = renderInRemote(<TaskTray />);
  const { result } = start(() => startTask({ title: 'Upload', run: (_, signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('cancelled')))) }));
  await user.click(await screen.findByRole('button', { name: 'Cancel: Upload' }));
  await expect(result).resolves.toBeUndefined();
  expect(await screen.findByText('Cancelled')).toBeVisible();
});
