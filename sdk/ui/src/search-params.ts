import { useCallback, useContext } from 'react';
import { createSearchParams, UNSAFE_NavigationContext, useSearchParams as useRenderedSearchParams, type SetURLSearchParams } from 'react-router';

/**
 * react-router's `useSearchParams`, whose changes begin from what the address says now. A navigation is drawn later, as a transition: a change that is made
 * meanwhile would begin from what was drawn last, and take the navigation back.
 */
export function useSearchParams(): [URLSearchParams, SetURLSearchParams] {
  const [params, setParams] = useRenderedSearchParams();
  const { navigator } = useContext(UNSAFE_NavigationContext);
  const change = useCallback<SetURLSearchParams>(
    (next, options) => {
      const { search } = (navigator as typeof navigator & { location: { search: string } }).location; // each history has it
      setParams(createSearchParams(typeof next === 'function' ? next(new URLSearchParams(search)) : next), options);
    },
    [navigator, setParams],
  );
  return [params, change];
}
