import { addMessages, useSession, useUiPreferences } from '@outrider/sdk';
import { lazy, Suspense, useEffect, useState } from 'react';

import { onStartTour } from './start-tour';

/** The tour and its texts, when somebody takes it; one that cannot be had is missed by nobody, and Help offers it again. */
const Tour = lazy(async () => {
  try {
    const [{ Tour: loaded }] = await Promise.all([import('./tour'), addMessages('help', (language) => import(`../../locales/help/${language}.json`))]);
    return { default: loaded };
  } catch (error) {
    console.error('tour', error);
    return { default: () => null };
  }
});

/** Where the tour is shown: by itself at a user's first sign-in, and whenever Help starts it. */
export function TourPlace() {
  const { seen_by: seenBy } = useSession();
  const seen = (useUiPreferences()['help'] as { tour?: unknown } | undefined)?.tour === true;
  const [isOpen, setOpen] = useState(!seen && !seenBy);
  useEffect(() => onStartTour(() => setOpen(true)), []);
  return isOpen ? (
    <Suspense fallback={null}>
      <Tour onClose={() => setOpen(false)} />
    </Suspense>
  ) : null;
}
