import { hasPermission, onShellInfo, push, refreshShellInfo, shellInfo, shellInfoSchema, type ShellInfo } from '@outrider/sdk';
import { useSyncExternalStore } from 'react';

import { api } from '../api/api';

/** How often the host is asked what there is, in milliseconds. */
export const checkEveryMs = 300_000;

/** How often it is asked while plugins are on their first start. */
export const whileStartingMs = 1_000;

const listeners = new Set<() => void>();
let isNewer = false;

/**
 * Keeps what the shell knows fresh: every 5 minutes, each second while plugins are on their first start, after each reconnect, and when the
 * organisation's permissions or modules change, or the host's plugins. A newer version of the shell or of a remote is noted, and comes when the user reloads. Returns how to stop.
 */
export function watchRelease(): () => void {
  const started = new Map(releaseOf(shellInfo()));
  let soon: ReturnType<typeof setTimeout> | undefined;
  const check = () => void refreshShellInfo(() => api.get('/shell', shellInfoSchema)).catch((error: unknown) => console.warn('permissions and modules are as they were: they could not be read again', error)).finally(waitForStart);
  const waitForStart = () => {
    clearTimeout(soon);
    if (shellInfo()?.starting && !isStopped) {
      soon = setTimeout(check, whileStartingMs);
    }
  };
  let isStopped = false;
  waitForStart();
  const timer = setInterval(check, checkEveryMs);
  const stops = [
    onShellInfo(() => setNewer(isOther(started, releaseOf(shellInfo())))),
    push.onState(afterReconnect(check)),
    push.onChanged((part) => part !== 'settings' && check()),
    hasPermission('getOrgUpdates') ? push.subscribe({ topic: 'orgUpdates', context: 'org', onValues: check }) : () => {},
  ];
  return () => {
    isStopped = true;
    clearInterval(timer);
    clearTimeout(soon);
    stops.forEach((stop) => stop());
  };
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

function afterReconnect(act: () => void): () => void {
  let wasLive = false;
  return () => {
    if (push.state() !== 'live') {
      return;
    }
    if (wasLive) {
      act();
    }
    wasLive = true;
  };
}

/** What a page is made of: the shell's version and the digests of the remotes. */
function releaseOf(info: ShellInfo | undefined): [part: string, release: string][] {
  return [['', info?.version ?? ''], ...(info?.plugins ?? []).map(({ id, remote }): [string, string] => [id, remote?.digest ?? ''])];
}

/** Whether a part is another than the one that came first. Modules that come and go are no news; nor is what has come since, unless it changes. */
function isOther(first: Map<string, string>, now: [part: string, release: string][]): boolean {
  const others = now.filter(([part, release]) => first.has(part) && first.get(part) !== release);
  now.filter(([part]) => !first.has(part)).forEach(([part, release]) => first.set(part, release));
  return others.length > 0;
}

function setNewer(newer: boolean): void {
  isNewer = newer;
  listeners.forEach((listener) => listener());
}
