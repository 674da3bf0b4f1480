import { ApiError, snackbar, translate } from '@outrider/sdk';

/** How many calls are under way at once. */
const atOnce = 6;

/** Does one call for each; returns how many failed, and says so, with the reason of one that stands alone. */
export async function forEach<T>(things: readonly T[], act: (thing: T) => Promise<unknown>): Promise<number> {
  let next = 0;
  const reasons: unknown[] = [];
  const work = async () => {
    for (let thing = things[next++]; thing !== undefined; thing = things[next++]) {
      await act(thing).catch((error: unknown) => {
        console.error('change of many users', error);
        reasons.push(error);
      });
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, things.length) }, work));
  if (reasons.length > 0) {
    const [only] = reasons;
    const said = things.length === 1 && only instanceof ApiError ? only.message : translate('users:bulk.failed', { count: reasons.length });
    snackbar(said, undefined, 'error');
  }
  return reasons.length;
}
