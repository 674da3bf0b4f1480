import { lazy, Suspense } from 'react';

const HelpItems = lazy(() => import('./help-items').then((m) => ({ default: m.HelpItems })));

/** {@link HelpItems}, loaded when a menu with them is opened. */
export function OutsideItems(item: { onLeave: () => void }) {
  return (
    <Suspense>
      <HelpItems {...item} />
    </Suspense>
  );
}
