import { Empty, Failure, Loading, StaleSince, toast, translate, usePermission, useText } from '@outrider/sdk';
import { useMediaQuery } from '@outrider/sdk/mui';
import { PlaybackClock } from '@outrider/sdk/player';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';

import { canBeRated, labelOf, ratings } from '../alert/looks';
import { isArchived, isRead, type Alert, type Kind } from '../api/alert';
import { rateAlert, readAlert } from '../api/alerts-api';
import { hasDriverApp } from '../api/flags';
import { Detail } from '../detail/detail';
import { downloadMedia } from '../download/download-media';
import { AlertList } from './alert-list';
import { changeState } from './change-state';
import { FilterBar } from './filter-bar';
import { groupsOf, useGrouping } from './grouping';
import { KeyHelp } from './key-help';
import { ListFoot } from './list-foot';
import { ListHead } from './list-head';
import { Tabs } from './tabs';
import { alertsKey, patchAlert, useAlertPage, useLiveAlerts } from './use-alerts';
import { useKeys } from './use-keys';
import { useNextEvidence } from './use-next-evidence';
import { plain, useView } from './view';

import './triage.css';

/** A list of alerts and the one that is open, side by side; below 991 px one after the other. */
export function Triage({ kind }: { kind: Kind }) {
  const t = useText('alerts');
  const client = useQueryClient();
  const isNarrow = useMediaQuery('(max-width: 990px)');
  const { view, open, go, openAlert } = useView();
  const page = useAlertPage(kind, view);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isHelp, setHelp] = useState(false);
  const [isFlagging, setFlagging] = useState(false);
  const mayRate = usePermission('rateAlert');
  const mayRead = usePermission('setAlertViewState');
  const mayArchive = usePermission('archiveAlert');
  const mayOpen = usePermission('viewAlertInfo');
  const mayExport = usePermission('exportAlertMedia');
  const [clock] = useState(() => new PlaybackClock());
  const grouping = useGrouping();
  useLiveAlerts();

  const alerts = page.data?.alerts ?? noAlerts;
  const listed = alerts.find(({ alert_id }) => alert_id === open);
  const alone = useQuery({
    queryKey: [...alertsKey, 'one', open],
    queryFn: ({ signal }) => readAlert(open ?? '', signal),
    enabled: open !== undefined && !listed && !page.isPending && mayOpen,
    retry: false,
  });
  const alert = listed ?? alone.data;
  const groups = useMemo(() => groupsOf(kind, alerts, view.order === 'severity' ? { ...grouping, enableGrouping: false, geofenceGroupBy: 'none' } : grouping), [kind, alerts, grouping, view.order]);
  const shownIds = useMemo(() => groups.flatMap(({ head, rest }) => [head, ...rest]), [groups]);
  const following = shownIds[shownIds.findIndex(({ alert_id }) => alert_id === open) + 1];
  const isNextReady = useNextEvidence(listed && following);

  useEffect(() => setChosen(new Set()), [view]);
  useEffect(() => {
    if (!isNarrow && !open && alerts[0] && mayOpen) openAlert(alerts[0].alert_id);
  }, [isNarrow, open, alerts, mayOpen, openAlert]);

  const step = useCallback(
    (by: number) => {
      const at = shownIds.findIndex(({ alert_id }) => alert_id === open);
      const next = shownIds[at < 0 ? 0 : Math.min(shownIds.length - 1, Math.max(0, at + by))];
      if (next && mayOpen) openAlert(next.alert_id);
    },
    [shownIds, open, mayOpen, openAlert],
  );
  const rate = useCallback(
    async (one: Alert, quality: string) => {
      try {
        patchAlert(client, await rateAlert(one.alert_id, quality));
        void client.invalidateQueries({ queryKey: alertsKey });
      } catch {
        toast(translate('alerts:error.later'), 'error');
      }
    },
    [client],
  );
  const archive = (one: Alert) => {
    step(shownIds.at(-1)?.alert_id === one.alert_id ? -1 : 1);
    void changeState(client, [one], { archived: !isArchived(one) });
  };
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    v: alert ? clock.toggle : undefined,
    d: alert && mayExport ? () => void downloadMedia(client, alert, 'media') : undefined,
    r: alert && mayRead ? () => void changeState(client, [alert], { read: !isRead(alert) }, false) : undefined,
    a: alert && mayArchive ? () => archive(alert) : undefined,
    f: alert && mayRate && hasDriverApp() ? () => setFlagging(true) : undefined,
    ...Object.fromEntries(ratings.map((quality, i) => [String(i + 1), alert && mayRate && canBeRated(alert) ? () => void rate(alert, quality) : undefined])),
    '?': () => setHelp(true),
  });

  const selection = alerts.filter(({ alert_id }) => chosen.has(alert_id));
  const list = (
    <section className="alert-list" aria-label={t(`list.${kind}`)}>
      <ListHead {...{ kind, view, go, alerts, selection, mayRead, mayArchive }} total={page.data?.total ?? 0} onChoose={setChosen} />
      {page.isError && page.data ? <StaleSince at={page.dataUpdatedAt} onRetry={() => void page.refetch()} /> : null}
      {page.isPending ? (
        <Loading rows={9} label={t('list.loading')} />
      ) : page.isError && !page.data ? (
        <Failure error={page.error} onRetry={() => void page.refetch()} />
      ) : alerts.length === 0 ? (
        <NoAlerts kind={kind} isPlain={view.text === '' && view.types.length + view.severities.length + view.ratings.length === 0} onClear={() => go({ ...plain, tab: view.tab, days: 90 })} />
      ) : (
        <AlertList groups={groups} openId={isNarrow ? undefined : open} chosen={chosen} onChoose={setChosen} onOpen={mayOpen ? openAlert : undefined} />
      )}
      <ListFoot view={view} go={go} total={page.data?.total ?? 0} pageCount={page.data?.pageCount ?? 1} />
    </section>
  );
  const detail = alert ? (
    <Detail
      key={alert.alert_id}
      alert={alert}
      {...{ clock, isFlagging, setFlagging, mayRate }}
      next={listed && following ? { label: `${labelOf(t, following)}, ${following.vehicle_name}`, isReady: isNextReady } : undefined}
      onRate={(quality) => rate(alert, quality)}
      onClose={() => openAlert(undefined)}
      {...(mayRead ? { onRead: () => void changeState(client, [alert], { read: !isRead(alert) }, false) } : {})}
      {...(mayArchive ? { onArchive: () => archive(alert) } : {})}
      onDownload={mayExport ? () => void downloadMedia(client, alert, 'media') : undefined}
      onHelp={() => setHelp(true)}
      isNarrow={isNarrow}
    />
  ) : (
    <section className="alert-detail" aria-label={t('detail.title')}>
      {alone.isError ? <Failure error={alone.error} onRetry={() => void alone.refetch()} /> : open && (page.isPending || alone.isFetching) ? <Loading rows={8} /> : <Empty icon="notifications" title={t('detail.none')} />}
    </section>
  );
  const showsDetail = isNarrow && open !== undefined;
  return (
    <div className="triage">
      {showsDetail ? null : (
        <div className="triage-top">
          <Tabs {...{ kind, view, go }} />
          <FilterBar {...{ kind, view, go, page }} />
        </div>
      )}
      {showsDetail ? null : list}
      {isNarrow && !showsDetail ? null : detail}
      <KeyHelp isOpen={isHelp} onClose={() => setHelp(false)} canFlag={mayRate && hasDriverApp()} canDownload={mayExport} />
    </div>
  );
}

const noAlerts: Alert[] = [];

function NoAlerts({ kind, isPlain, onClear }: { kind: Kind; isPlain: boolean; onClear: () => void }) {
  const t = useText('alerts');
  return (
    <Empty
      icon={kind === 'speeding' ? 'speeding' : kind === 'geofence' ? 'geofence-events' : 'notifications'}
      title={t(isPlain ? 'empty.none' : 'empty.noMatch')}
      action={
        <button type="button" className="btn" onClick={onClear}>
          {t(isPlain ? 'empty.longer' : 'empty.clear')}
        </button>
      }
    />
  );
}
