import type { ShellInfo } from '@outrider/sdk';

import { isOpenTo } from './is-open-to';

/** A step of the tour: `id` is that of its texts, `path` the page that it is about. */
export interface TourStep {
  id: number;
  path?: string;
}

/** All steps in their order; search is everywhere. */
const steps: readonly TourStep[] = [{ id: 1, path: '/' }, { id: 2, path: '/map-view' }, { id: 3, path: '/notifications' }, { id: 4 }, { id: 5, path: '/tracking' }, { id: 6, path: '/account-settings' }];

/** The steps whose pages are there and open to the user. */
export function tourSteps(info: ShellInfo): readonly TourStep[] {
  return steps.filter(({ path }) => path === undefined || isOpenTo(info, path));
}
