/**
 * Fetches, once the browser is idle, what remotes use but the shell does not: the shell is the only provider of shared
 * libraries, so they have to be part of its build.
 */
export function warmUp(): void {
  const whenIdle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 2000));
  whenIdle(() => {
    void Promise.all([import('leaflet'), import('@outrider/sdk/map'), import('@outrider/sdk/mui')]).catch(() => undefined);
  });
}
