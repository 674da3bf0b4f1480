import { contributionsTo, loadRemoteModule, setBadge, useShellInfo, type BadgeSource } from '@outrider/sdk';
import { useEffect } from 'react';

/** Runs what remotes contribute to the slot `drawer-badges`: each counts for its own entries. One that fails shows none. */
export function useBadgeSources(): void {
  const { plugins } = useShellInfo();
  useEffect(() => {
    let left = false;
    const stops: (() => void)[] = [];
    for (const address of contributionsTo('drawer-badges')) {
      loadRemoteModule(address)
        .then((loaded) => {
          if (!left) {
            stops.push((loaded as { badges: BadgeSource }).badges.start(setBadge));
          }
        })
        .catch((error: unknown) => console.error(`badges of ${address.remote}`, error));
    }
    return () => {
      left = true;
      stops.forEach((stop) => stop());
    };
  }, [plugins]);
}
