import { useChosenGroup, useFormat, usePermission, usePush } from '@outrider/sdk';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';

import { alertSchema, type Alert, type Kind } from '../api/alert';
import { searchAlerts, type AlertPage } from '../api/alerts-api';
import { rangeOf } from './range';
import { filtersOf, type View } from './view';

/** How long after a push lists are read again, so that many alerts are one reading; in milliseconds. */
const settleMs = 800;

/** What begins the key of everything that is read about alerts. */
export const alertsKey = ['alerts'] as const;

/** The search behind a view. */
export function useSearch(kind: Kind, view: View) {
  const group = useChosenGroup()?.id;
  const { units } = useFormat().settings;
  return useMemo(() => ({ ...rangeOf(view.days), filters: filtersOf(kind, view, units, group), order: view.order }), [kind, view, units, group]);
}

/** One page of a list. What was shown stays while the next is read. */
export function useAlertPage(kind: Kind, view: View) {
  const search = useSearch(kind, view);
  return useQuery({
    queryKey: [...alertsKey, 'page', search, view.page, view.size],
    queryFn: ({ signal }) => searchAlerts({ ...search, page: view.page, size: view.size }, signal),
    placeholderData: keepPreviousData,
  });
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
  client.setQueriesData<AlertPage>({ queryKey: [...alertsKey, 'page'] }, (page) =>
    page ? { ...page, alerts: page.alerts.map((one) => (one.alert_id === changed.alert_id ? changed : one)) } : page,
  );
  client.setQueriesData<Alert>({ queryKey: [...alertsKey, 'one', changed.alert_id] }, (one) => (one ? changed : one));
}
