import { useBands, useChosenGroup, useFormat, usePermission, usePush } from '@outrider/sdk';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';

import { alertSchema, type Alert, type Kind } from '../api/alert';
import { alertsKey, searchAlerts } from '../api/alerts';
import { holdStill, released, type HeldPage } from './hold-still';
import { spanOf } from './range';
import { filtersOf, type View } from './view';

/** How long after a push lists are read again, so that many alerts are one reading; in milliseconds. */
const settleMs = 800;

/** The search behind a view. */
export function useSearch(kind: Kind, view: View) {
  const group = useChosenGroup()?.id;
  const { units } = useFormat().settings;
  const [moderate, excessive, severe, end] = useBands();
  return useMemo(
    () => ({ ...spanOf(view), filters: filtersOf(kind, view, units, [moderate, excessive, severe, end], group), order: view.order }),
    [kind, view, units, moderate, excessive, severe, end, group],
  );
}

/** One page of a list. What was shown stays while the next is read, and its rows stay where they are: new ones wait until `showNew`. */
export function useAlertPage(kind: Kind, view: View) {
  const search = useSearch(kind, view);
  const client = useQueryClient();
  const queryKey = useMemo(() => [...alertsKey, 'page', search, view.page, view.size], [search, view.page, view.size]);
  const showNew = useCallback(() => client.setQueryData<HeldPage>(queryKey, (page) => page && released({ ...page, alerts: page.next })), [client, queryKey]);
  useEffect(() => void showNew(), [showNew]); // nobody's hand was on a list that is opened
  const page = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const found = await searchAlerts({ ...search, page: view.page, size: view.size }, signal);
      return holdStill(client.getQueryData<HeldPage>(queryKey), found); // what is shown by now: new ones may have been let in meanwhile
    },
    placeholderData: keepPreviousData,
  });
  return { ...page, showNew };
}

/** How many alerts a view has. */
export function useCount(kind: Kind, view: View): number | undefined {
  const search = useSearch(kind, view);
  const { data } = useQuery({
    queryKey: [...alertsKey, 'count', search],
    queryFn: async ({ signal }) => (await searchAlerts({ ...search, size: 1 }, signal)).total,
    placeholderData: keepPreviousData,
    staleTime: 20_000,
  });
  return data;
}

/** Keeps everything that is shown of alerts fresh: changed ones at once, new ones a moment later. */
export function useLiveAlerts(): void {
  const client = useQueryClient();
  const mayHear = usePermission('getAlertUpdates');
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);
  const soon = () => {
    waiting.current ??= setTimeout(() => {
      waiting.current = undefined;
      void client.invalidateQueries({ queryKey: alertsKey });
    }, settleMs);
  };
  const onValues = (values: unknown[]) => {
    for (const value of values) {
      const read = alertSchema.safeParse(value);
      if (read.success) patchAlert(client, read.data);
    }
    soon();
  };
  usePush(mayHear ? { topic: 'alerts', context: 'node', onValues, onResync: soon } : undefined);
}

type Client = ReturnType<typeof useQueryClient>;

/** Shows a changed alert wherever it is listed or open. */
export function patchAlert(client: Client, changed: Alert): void {
  client.setQueriesData<HeldPage>({ queryKey: [...alertsKey, 'page'] }, (page) =>
    page ? { ...page, alerts: patched(page.alerts, changed), next: patched(page.next, changed) } : page,
  );
  client.setQueriesData<Alert>({ queryKey: [...alertsKey, 'one', changed.alert_id] }, (one) => (one ? changed : one));
}

const patched = (alerts: readonly Alert[], changed: Alert) => alerts.map((one) => (one.alert_id === changed.alert_id ? changed : one));
