import { useEffect } from 'react';

import { confirm } from '../feedback';
import { translate } from '../i18n';
import { guardLeaving, mayLeave } from './leave-guard';

type RoutingEvent = CustomEvent<{ cancelNavigation?: (cancel: boolean | Promise<boolean>) => void }>;

/**
 * While `isDirty`, leaving asks first: a link to another page, Back, closing the tab. `root` is the form's element: what
 * happens within it does not leave it.
 */
export function useUnsaved(isDirty: boolean, root: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!isDirty) {
      return undefined;
    }
    const open = guardLeaving(askToLeave);
    let allowed = false;
    const click = (event: MouseEvent) => {
      const link = leadsAway(event, root.current);
      if (!link || allowed) {
        return;
      }
      event.preventDefault();
      event.stopPropagation();
      void mayLeave().then((yes) => {
        allowed = yes;
        if (yes) {
          link.click();
        }
      });
    };
    const back = (event: Event) => {
      if (!allowed && history.state !== null) {
        (event as RoutingEvent).detail.cancelNavigation?.(mayLeave().then((yes) => !(allowed = yes)));
      }
    };
    document.addEventListener('click', click, true);
    window.addEventListener('beforeunload', keep);
    window.addEventListener('single-spa:before-routing-event', back);
    return () => {
      open();
      document.removeEventListener('click', click, true);
      window.removeEventListener('beforeunload', keep);
      window.removeEventListener('single-spa:before-routing-event', back);
    };
  }, [isDirty, root]);
}

function askToLeave(): Promise<boolean> {
  return confirm({ title: translate('input.leaveTitle'), text: translate('input.leaveText'), confirm: translate('input.leave'), tone: 'danger' });
}

function keep(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** The link of a plain click that leads to another page of this window. */
function leadsAway(event: MouseEvent, root: HTMLElement | null): HTMLAnchorElement | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link?.href || !isPlain || link.target === '_blank' || link.hasAttribute('download') || root?.contains(link)) {
    return undefined;
  }
  const to = new URL(link.href, location.href);
  return to.origin === location.origin && to.pathname === location.pathname && to.search === location.search ? undefined : link;
}
