import { Button, Empty, Failure, Loading, StaleSince, usePermission, useText } from '@outrider/sdk';
import { useMediaQuery } from '@outrider/sdk/mui';
import { PlaybackClock } from '@outrider/sdk/player';
import { useEffect, useState } from 'react';

import { labelOf } from '../alert/looks';
import type { Kind } from '../api/alert';
import { Detail } from '../detail/detail';
import { AlertList } from './alert-list';
import { EveryFoot } from './every-foot';
import { FilterBar } from './filter-bar';
import { useKeptFilters } from './kept-filters';
import { KeyHelp } from './key-help';
import { ListFoot } from './list-foot';
import { ListHead } from './list-head';
import { Tabs } from './tabs';
import { useAlertActions } from './use-alert-actions';
import { useAlertPage, useLiveAlerts, useSearch } from './use-alerts';
import { useKeys } from './use-keys';
import { useOpenAlert } from './use-open-alert';
import { isPlain, plain, useView } from './view';
import { Waiting } from './waiting';

import './triage.css';

/** A list of alerts and the one that is open, side by side; below 991 px one after the other. */
export function Triage({ kind }: { kind: Kind }) {
  const isNarrow = useMediaQuery('(max-width: 990px)');
  const mayOpen = usePermission('viewAlertInfo');
  const address = useView();
  const page = useAlertPage(kind, address.view);
  const [clock] = useState(() => new PlaybackClock());
  const [isHelp, setHelp] = useState(false);
  const [isFlagging, setFlagging] = useState(false);
  const opened = useOpenAlert({ kind, page, address, isNarrow, mayOpen });
  const actions = useAlertActions({ opened, clock, setFlagging, onHelp: () => setHelp(true) });
  useKeys(actions.keys);
  useKeptFilters(kind, address.view, address.go);
  useLiveAlerts();
  const props = { kind, page, address, opened, actions, clock, isNarrow, mayOpen, isFlagging, setFlagging, onHelp: () => setHelp(true) };
  const showsDetail = isNarrow && address.open !== undefined;
  return (
    <div className="triage">
      {showsDetail ? null : (
        <>
          <div className="triage-top">
            <Tabs kind={kind} view={address.view} go={address.go} />
            <FilterBar kind={kind} view={address.view} go={address.go} page={page} />
          </div>
          <List {...props} />
        </>
      )}
      {isNarrow && !showsDetail ? null : <Opened {...props} />}
      <KeyHelp isOpen={isHelp} onClose={() => setHelp(false)} canFlag={actions.mayFlag} canDownload={actions.mayExport} />
    </div>
  );
}

interface PartProps {
  kind: Kind;
  page: ReturnType<typeof useAlertPage>;
  address: ReturnType<typeof useView>;
  opened: ReturnType<typeof useOpenAlert>;
  actions: ReturnType<typeof useAlertActions>;
  clock: PlaybackClock;
  isNarrow: boolean;
  mayOpen: boolean;
  isFlagging: boolean;
  setFlagging: (isFlagging: boolean) => void;
  onHelp: () => void;
}

function List({ kind, page, address: { view, open, go, openAlert }, opened: { alerts, groups }, actions: { mayRead, mayArchive }, isNarrow, mayOpen }: PartProps) {
  const t = useText('alerts');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isEvery, setEvery] = useState(false);
  const choose = (ids: ReadonlySet<string>) => {
    setChosen(ids);
    setEvery(false);
  };
  useEffect(() => {
    setChosen(new Set());
    setEvery(false);
  }, [view]);
  const search = useSearch(kind, view);
  const total = page.data?.total;
  const selection = alerts.filter(({ alert_id }) => chosen.has(alert_id));
  return (
    <section className="alert-list" aria-label={t(`list.${kind}`)}>
      <ListHead {...{ kind, view, go, alerts, selection, mayRead, mayArchive, total }} found={isEvery ? search : undefined} onChoose={choose} />
      {page.isError && page.data ? <StaleSince at={page.dataUpdatedAt} onRetry={() => void page.refetch()} /> : null}
      {page.isPending ? (
        <Loading rows={9} label={t('list.loading')} />
      ) : page.isError && !page.data ? (
        <Failure error={page.error} onRetry={() => void page.refetch()} />
      ) : alerts.length === 0 ? (
        <NoAlerts kind={kind} isPlain={isPlain(view)} onClear={() => go({ ...plain, tab: view.tab, days: 90 })} />
      ) : (
        <AlertList groups={groups} openId={isNarrow ? undefined : open} chosen={chosen} onChoose={choose} onOpen={mayOpen ? openAlert : undefined}>
          <Waiting count={page.data?.waiting ?? 0} onShow={page.showNew} />
        </AlertList>
      )}
      {selection.length > 0 && selection.length === alerts.length && (total ?? 0) > alerts.length ? (
        <EveryFoot count={selection.length} total={total ?? 0} isEvery={isEvery} onEvery={setEvery} />
      ) : (
        <ListFoot view={view} go={go} total={total} isAbout={page.data?.isAbout ?? false} pageCount={page.data?.pageCount ?? 1} />
      )}
    </section>
  );
}

function Opened({ page, address: { open, openAlert }, opened: { alert, alone, following, isNextReady }, actions, clock, isNarrow, isFlagging, setFlagging, onHelp }: PartProps) {
  const t = useText('alerts');
  if (alert) {
    const { mayRate, rate, rateNow, onRead, onArchive, onDownload } = actions;
    const next = following && { label: `${labelOf(t, following)}, ${following.vehicle_name}`, isReady: isNextReady };
    return <Detail key={alert.alert_id} {...{ alert, clock, next, isNarrow, isFlagging, setFlagging, mayRate, onRead, onArchive, onDownload, onHelp }} onRate={(quality) => rate(alert, quality)} onRateNow={(quality) => void rateNow(alert, quality)} onClose={() => openAlert(undefined)} />;
  }
  return (
    <section className="alert-detail" aria-label={t('detail.title')}>
      {alone.isError ? <Failure error={alone.error} onRetry={() => void alone.refetch()} /> : open && (page.isPending || alone.isFetching) ? <Loading rows={8} /> : <Empty icon="notifications" title={t('detail.none')} />}
    </section>
  );
}

function NoAlerts({ kind, isPlain, onClear }: { kind: Kind; isPlain: boolean; onClear: () => void }) {
  const t = useText('alerts');
  return (
    <Empty
      icon={kind === 'speeding' ? 'speeding' : kind === 'geofence' ? 'geofence-events' : 'notifications'}
      title={t(isPlain ? 'empty.none' : 'empty.noMatch')}
      action={
        <Button onClick={onClear}>
          {t(isPlain ? 'empty.longer' : 'empty.clear')}
        </Button>
      }
    />
  );
}
