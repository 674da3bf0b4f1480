import { useSyncExternalStore } from 'react';

import type { SessionInfo, ShellInfo } from './shell-info';

const listeners = new Set<() => void>();
let current: ShellInfo | undefined;

/** Replaces what is known of session and plugins; the shell calls it with each answer of GET /api/shell. */
export function setShellInfo(info: ShellInfo | undefined): void {
  current = info;
  listeners.forEach((listener) => listener());
}

/** What the host said last, or undefined before it did. For code outside React. */
export function shellInfo(): ShellInfo | undefined {
  return current;
}

/** Calls `listener` after every change until the returned function is called. */
export function onShellInfo(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What the host said last; only for components that the shell renders once it is known. */
export function useShellInfo(): ShellInfo {
  const info = useSyncExternalStore(onShellInfo, shellInfo);
  if (!info) {
    throw new Error('useShellInfo: the session is not known yet');
  }
  return info;
}

/** The signed-in user, organisation, permissions and preferences. */
export function useSession(): SessionInfo {
  return useShellInfo().session;
}
