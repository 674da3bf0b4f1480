import { Button, Icon, IconButton, useText, VehiclePanelPlace } from '@outrider/sdk';
import type { PlaybackClock } from '@outrider/sdk/player';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { canBeRated, ratings } from '../alert/looks';
import type { Alert, Quality } from '../api/alert';
import { alertsKey, noteView } from '../api/alerts';
import { Activity } from './activity';
import { evidenceKey } from '../evidence/queries';
import { Evidence } from '../evidence/evidence';
import { DetailFoot, type FootActions } from './detail-foot';
import { DetailHead } from './detail-head';
import { FlagDialog } from './flag-dialog';
import { useRetrieve } from '../actions/header-actions';

import './detail.css';

interface DetailProps extends FootActions {
  alert: Alert;
  /** The one time of everything that shows the evidence. */
  clock: PlaybackClock;
  isNarrow: boolean;
  mayRate: boolean;
  isFlagging: boolean;
  setFlagging: (isFlagging: boolean) => void;
  /** Rates after it was confirmed. */
  onRate: (quality: Quality) => Promise<unknown>;
  /** Rates at once. */
  onRateNow: (quality: Quality) => void;
  onClose: () => void;
}

/** One alert: its head, its evidence, where it was, what is known of it and who did what with it. */
export function Detail({ alert, clock, next, isNarrow, mayRate, isFlagging, setFlagging, onRate, onRateNow, onRead, onArchive, onDownload, onClose, onHelp }: DetailProps) {
  const t = useText('alerts');
  const client = useQueryClient();
  useEffect(() => {
    // A second after it was opened: who only passes by has not looked.
    const timer = setTimeout(() => void noteView(alert.alert_id).catch(() => {}), 1000);
    return () => clearTimeout(timer);
  }, [alert.alert_id]);
  const retrieve = useRetrieve(alert);
  const isRated = mayRate && canBeRated(alert);
  return (
    <section className="alert-detail" aria-label={t('detail.title')}>
      <DetailHead
        {...{ alert, onClose, retrieve }}
        {...(isRated ? { onRate } : {})}
        {...(mayRate ? { onFlag: () => setFlagging(true) } : {})}
        onRefresh={() => [alertsKey, evidenceKey].forEach((queryKey) => void client.invalidateQueries({ queryKey }))}
      />
      <div className="detail-body">
        <Evidence {...{ alert, clock, retrieve }} />
        <Activity id={alert.alert_id} />
      </div>
      {isNarrow && isRated ? (
        <div className="rate-bar" role="group" aria-label={t('rating.title')}>
          {ratings.map((quality) => (
            <Button key={quality} variant={alert.user_driving_quality === quality ? 'soft' : 'secondary'} aria-pressed={alert.user_driving_quality === quality} onClick={() => onRateNow(quality)}>
              {t(`rating.short.${quality}`)}
            </Button>
          ))}
          {alert.user_driving_quality === 'none' ? null : (
            <IconButton variant="outlined" label={t('rating.removeTag')} onClick={() => onRateNow('none')}>
              <Icon name="close" />
            </IconButton>
          )}
        </div>
      ) : null}
      <VehiclePanelPlace className="detail-panel" />
      <DetailFoot {...{ alert, clock, next, isRated, onRead, onArchive, onDownload, onHelp }} />
      {isFlagging ? <FlagDialog alert={alert} onClose={() => setFlagging(false)} /> : null}
    </section>
  );
}
