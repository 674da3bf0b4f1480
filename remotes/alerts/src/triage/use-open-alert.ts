import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';

import type { Alert, Kind } from '../api/alert';
import { alertsKey, readAlert } from '../api/alerts';
import { groupsOf, useGrouping } from './grouping';
import { type useAlertPage } from './use-alerts';
import { useNextEvidence } from './use-next-evidence';
import type { useView } from './view';

interface OpenAlertOptions {
  kind: Kind;
  page: ReturnType<typeof useAlertPage>;
  address: ReturnType<typeof useView>;
  isNarrow: boolean;
  mayOpen: boolean;
}

const noAlerts: Alert[] = [];

/** The alerts of a page, folded as the user likes; the one that is open, the one after it, and how to step through them. */
export function useOpenAlert({ kind, page, address: { view, open, openAlert }, isNarrow, mayOpen }: OpenAlertOptions) {
  const grouping = useGrouping();
  const alerts = page.data?.alerts ?? noAlerts;
  const listed = alerts.find(({ alert_id }) => alert_id === open);
  const alone = useQuery({
    queryKey: [...alertsKey, 'one', open],
    queryFn: ({ signal }) => readAlert(open ?? '', signal),
    enabled: open !== undefined && !listed && !page.isPending && mayOpen,
    retry: false,
  });
  const groups = useMemo(() => groupsOf(kind, alerts, view.order === 'severity' ? { ...grouping, enableGrouping: false, geofenceGroupBy: 'none' } : grouping), [kind, alerts, grouping, view.order]);
  const shown = useMemo(() => groups.flatMap(({ head, rest }) => [head, ...rest]), [groups]);
  const following = listed && shown[shown.findIndex(({ alert_id }) => alert_id === open) + 1];
  const isNextReady = useNextEvidence(following);
  useEffect(() => {
    if (!isNarrow && !open && alerts[0] && mayOpen) openAlert(alerts[0].alert_id);
  }, [isNarrow, open, alerts, mayOpen, openAlert]);
  const step = useCallback(
    (by: number) => {
      const at = shown.findIndex(({ alert_id }) => alert_id === open);
      const next = shown[at < 0 ? 0 : Math.min(shown.length - 1, Math.max(0, at + by))];
      if (next && mayOpen) openAlert(next.alert_id);
    },
    [shown, open, mayOpen, openAlert],
  );
  const isLast = shown.at(-1)?.alert_id === open;
  return { alerts, alert: listed ?? alone.data, alone, groups, following, isNextReady, isLast, step };
}
