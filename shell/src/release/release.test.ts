import { push, setShellInfo, shellInfo, tokens } from '@outrider/sdk';
import { aShellInfo, network } from '@outrider/sdk/testing';
import { renderHook, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';

import { useNewerRelease, watchRelease, whileStartingMs } from './release';

function release(digest: string) {
  return aShellInfo({ remotes: [{ name: 'vehicles', digest }] });
}

describe('a newer release', () => {
  it('is noticed after a reconnect, and not before', async () => {
    vi.spyOn(tokens, 'token').mockReturnValue('t');
    const state = vi.spyOn(push, 'state').mockReturnValue('live');
    let changed: () => void = () => {};
    vi.spyOn(push, 'onState').mockImplementation((listener) => {
      changed = listener;
      return () => {};
    });
    network.use(http.get('http://portal.test/api/shell', () => HttpResponse.json(release('two'))));
    setShellInfo(release('one'));
    const stop = watchRelease();
    const { result } = renderHook(() => useNewerRelease());
    changed();
    expect(result.current).toBe(false);

    state.mockReturnValue('reconnecting');
    changed();
    state.mockReturnValue('live');
    changed();
    await waitFor(() => expect(result.current).toBe(true));
    stop();
  });

  it('is not a module that comes or goes', async () => {
    let changed: (part: string) => void = () => {};
    vi.spyOn(push, 'onChanged').mockImplementation((listener) => {
      changed = listener;
      return () => {};
    });
    const now = { info: aShellInfo({ remotes: [{ name: 'vehicles', digest: 'one' }, { name: 'fuel', digest: 'one' }] }), asked: 0 };
    network.use(http.get('http://portal.test/api/shell', () => {
      now.asked += 1;
      return HttpResponse.json(now.info);
    }));
    setShellInfo(release('one'));
    const stop = watchRelease();
    const { result } = renderHook(() => useNewerRelease());
    changed('settings');
    changed('modules');
    await waitFor(() => expect(shellInfo()?.plugins).toHaveLength(2));
    expect(now.asked).toBe(1);
    expect(result.current).toBe(false);
    now.info = aShellInfo({ remotes: [{ name: 'vehicles', digest: 'one' }, { name: 'fuel', digest: 'two' }] });
    changed('modules');
    await waitFor(() => expect(result.current).toBe(true));
    stop();
  });

  it('is asked for each second while plugins are on their first start, and no more after that', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const info = vi.fn(() => aShellInfo({ starting: info.mock.calls.length < 2 }));
    network.use(http.get('http://portal.test/api/shell', () => HttpResponse.json(info())));
    setShellInfo(aShellInfo({ starting: true }));
    const stop = watchRelease();
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(whileStartingMs);
      expect(shellInfo()?.starting).toBe(false);
    });
    await vi.advanceTimersByTimeAsync(3 * whileStartingMs);
    expect(info).toHaveBeenCalledTimes(2);
    stop();
    vi.useRealTimers();
  });
});
