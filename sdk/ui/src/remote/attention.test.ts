import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { messages } from '../i18n';
import { attentionSource, type AttentionGroup } from './attention';

const group: AttentionGroup = { id: 'alerts', label: 'Severe', order: 10, total: 0, path: '/', items: [] };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A source whose readings answer in this order; an error is one that fails. */
function start(...answers: (AttentionGroup[] | Error)[]) {
  const signals: AbortSignal[] = [];
  const read = vi.fn((_days: number, signal: AbortSignal) => {
    signals.push(signal);
    const answer = answers.shift() ?? [];
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  });
  const set = vi.fn();
  let changed = () => {};
  const end = vi.fn();
  const stop = attentionSource({ everyMs: 60_000, read, listen: (tell) => ((changed = tell), end) }).start(set, 7);
  return { read, set, end, stop, signals, change: () => changed() };
}

test('reads at once, and once after several changes', async () => {
  const { read, set, change } = start([group], []);
  await vi.advanceTimersByTimeAsync(0);
  expect(set).toHaveBeenLastCalledWith([group]);
  change();
  change();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(read).toHaveBeenCalledTimes(2);
  expect(set).toHaveBeenLastCalledWith([]);
});

test('keeps what was read while a later reading fails, and says so where nothing was read', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  const known = start([group], new Error('away'));
  await vi.advanceTimersByTimeAsync(70_000);
  expect(known.read).toHaveBeenCalledTimes(2);
  expect(known.set).toHaveBeenCalledExactlyOnceWith([group]);
  const unknown = start(new Error('away'));
  await vi.advanceTimersByTimeAsync(0);
  expect(unknown.set).toHaveBeenCalledExactlyOnceWith(undefined);
  expect(error).toHaveBeenCalledOnce();
});

test('reads again when the user takes another language', async () => {
  const { read, set, stop } = start([group], [{ ...group, label: 'Schwer' }]);
  await vi.advanceTimersByTimeAsync(0);
  await messages.changeLanguage('de');
  await vi.advanceTimersByTimeAsync(0);
  expect(set).toHaveBeenLastCalledWith([{ ...group, label: 'Schwer' }]);
  stop();
  await messages.changeLanguage('en');
  expect(read).toHaveBeenCalledTimes(2);
});

test('says and reads nothing after its end', async () => {
  const { read, set, stop, end, signals } = start([group]);
  stop();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(set).not.toHaveBeenCalled();
  expect(read).toHaveBeenCalledOnce();
  expect(signals[0]?.aborted).toBe(true);
  expect(end).toHaveBeenCalledOnce();
});
