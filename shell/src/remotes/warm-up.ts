import { loadProvided } from 'outrider-provided';

/** Fetches, once the browser is idle, the shared libraries that remotes will want and the shell has not used yet. */
export function warmUp(): void {
  const whenIdle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 2000));
  whenIdle(() => {
    void loadProvided().catch(() => undefined);
  });
}
