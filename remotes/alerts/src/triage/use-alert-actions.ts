import { snackbar, toast, translate, usePermission } from '@outrider/sdk';
import type { PlaybackClock } from '@outrider/sdk/player';
import { useQueryClient } from '@tanstack/react-query';

import { canBeRated, ratings } from '../alert/looks';
import { isArchived, isRead, type Alert, type Quality } from '../api/alert';
import { alertsKey, rateAlert } from '../api/alerts';
import { hasDriverApp } from '../api/flags';
import { downloadMedia } from '../download/download-media';
import { changeState } from './change-state';
import { patchAlert } from './use-alerts';
import type { useOpenAlert } from './use-open-alert';

interface AlertActionsOptions {
  opened: ReturnType<typeof useOpenAlert>;
  clock: PlaybackClock;
  setFlagging: (isFlagging: boolean) => void;
  onHelp: () => void;
}

/** What the user may do with the open alert, and the keys for it. */
export function useAlertActions({ opened: { alert, isLast, step }, clock, setFlagging, onHelp }: AlertActionsOptions) {
  const client = useQueryClient();
  const mayRate = usePermission('rateAlert');
  const mayRead = usePermission('setAlertViewState');
  const mayArchive = usePermission('archiveAlert');
  const mayExport = usePermission('exportAlertMedia');
  const mayFlag = mayRate && hasDriverApp();
  const rate = async (one: Alert, quality: Quality) => {
    try {
      patchAlert(client, await rateAlert(one.alert_id, quality));
      void client.invalidateQueries({ queryKey: alertsKey });
      return true;
    } catch {
      toast(translate('alerts:error.later'), 'error');
      return false;
    }
  };
  /** Rates at once, by a key or the bar of a narrow screen: it can be taken back. */
  const rateNow = async (one: Alert, quality: Quality) => {
    if (!(await rate(one, quality))) return;
    const said = quality === 'none' ? translate('alerts:rating.removed') : translate('alerts:rating.rated', { rating: translate(`alerts:rating.${quality}`) });
    snackbar(said, { label: translate('alerts:done.undo'), run: () => void rate(one, one.user_driving_quality) });
  };
  const archive = (one: Alert) => {
    step(isLast ? -1 : 1);
    void changeState(client, [one], { archived: !isArchived(one) });
  };
  const onRead = alert && mayRead ? () => void changeState(client, [alert], { read: !isRead(alert) }, false) : undefined;
  const onArchive = alert && mayArchive ? () => archive(alert) : undefined;
  const onDownload = alert && mayExport ? () => void downloadMedia(client, alert, 'media') : undefined;
  const isRated = alert && mayRate && canBeRated(alert);
  const keys = {
    j: () => step(1),
    k: () => step(-1),
    v: alert ? clock.toggle : undefined,
    d: onDownload,
    r: onRead,
    a: onArchive,
    f: alert && mayFlag ? () => setFlagging(true) : undefined,
    ...Object.fromEntries(ratings.map((quality, i) => [String(i + 1), isRated ? () => void rateNow(alert, quality) : undefined])),
    '?': onHelp,
  };
  return { mayRate, mayRead, mayArchive, mayExport, mayFlag, rate, rateNow, onRead, onArchive, onDownload, keys };
}
