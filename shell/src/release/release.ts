import { get, onShellInfo, push, shellInfo, shellInfoSchema } from '@outrider/sdk';
import { useSyncExternalStore } from 'react';

/** How often the host is asked for a newer release, in milliseconds. */
const checkEveryMs = 300_000;

const listeners = new Set<() => void>();
let isNewer = false;

/** Watches for a new version of the shell or of a remote: every 5 minutes and after each reconnect. */
export function watchRelease(): void {
  const started = releaseOf(shellInfo());
  const check = async () => {
    const info = await get('/shell', shellInfoSchema).catch(() => undefined);
    if (info && releaseOf(info) !== started) {
      setNewer();
    }
  };
  setInterval(() => void check(), checkEveryMs);
  let wasLive = false;
  push.onState(() => {
    const live = push.state() === 'live';
    if (live && wasLive) {
      void check();
    }
    wasLive ||= live;
  });
  onShellInfo(() => {
    if (releaseOf(shellInfo()) !== started) {
      setNewer();
    }
  });
}

/** Reports whether a reload would bring a newer version; nobody is made to. */
export function useNewerRelease(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isNewer,
  );
}

/** What a page was made of: the shell's version and the digests of the remotes. */
function releaseOf(info: ReturnType<typeof shellInfo>): string {
  const digests = (info?.plugins ?? []).map(({ id, remote }) => `${id}@${remote?.digest ?? ''}`).sort();
  return [info?.version, ...digests].join(' ');
}

function setNewer(): void {
  isNewer = true;
  listeners.forEach((listener) => listener());
}
