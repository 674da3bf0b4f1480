import { useFormat, useText, VehiclePanelPlace } from '@outrider/sdk';
import type { PlaybackClock } from '@outrider/sdk/player';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { canBeRated, ratings } from '../alert/looks';
import { isArchived, isRead, type Alert } from '../api/alert';
import { noteView } from '../api/alerts-api';
import { alertsKey } from '../triage/use-alerts';
import { Activity } from './activity';
import { evidenceKey } from '../evidence/queries';
import { Evidence } from '../evidence/evidence';
import { DetailHead } from './detail-head';
import { FlagDialog } from './flag-dialog';
import { useRetrieve } from './header-actions';

import './detail.css';

interface DetailProps {
  alert: Alert;
  /** The one time of everything that shows the evidence. */
  clock: PlaybackClock;
  /** What comes after this alert, and whether its evidence is here already. */
  next?: { label: string; isReady: boolean } | undefined;
  isNarrow: boolean;
  mayRate: boolean;
  isFlagging: boolean;
  setFlagging: (isFlagging: boolean) => void;
  onRate: (quality: string) => Promise<void>;
  onRead?: () => void;
  onArchive?: () => void;
  onClose: () => void;
  /** Downloads the media; absent for those who may not export. */
  onDownload?: (() => void) | undefined;
  onHelp: () => void;
}

/** One alert: its head, its evidence, where it was, what is known of it and who did what with it. */
export function Detail({ alert, clock, next, isNarrow, mayRate, isFlagging, setFlagging, onRate, onRead, onArchive, onDownload, onClose, onHelp }: DetailProps) {
  const t = useText('alerts');
  const client = useQueryClient();
  useEffect(() => {
    // A second after it was opened: who only passes by has not looked.
    const timer = setTimeout(() => void noteView(alert.alert_id).catch(() => {}), 1000);
    return () => clearTimeout(timer);
  }, [alert.alert_id]);
  const onRetrieve = useRetrieve(alert);
  const isRated = mayRate && canBeRated(alert);
  return (
    <section className="alert-detail" aria-label={t('detail.title')}>
      <DetailHead
        {...{ alert, onClose, onHelp, onRetrieve }}
        {...(isRated ? { onRate } : {})}
        {...(mayRate ? { onFlag: () => setFlagging(true) } : {})}
        onRefresh={() => [alertsKey, evidenceKey].forEach((queryKey) => void client.invalidateQueries({ queryKey }))}
      />
      <div className="detail-body">
        <Evidence {...{ alert, clock, onRetrieve }} />
        <Activity id={alert.alert_id} />
      </div>
      {isNarrow && isRated ? (
        <div className="rate-bar" role="group" aria-label={t('rating.title')}>
          {ratings.map((quality) => (
            <button key={quality} type="button" className={`btn${alert.user_driving_quality === quality ? ' soft' : ''}`} aria-pressed={alert.user_driving_quality === quality} onClick={() => void onRate(quality)}>
              {t(`rating.short.${quality}`)}
            </button>
          ))}
        </div>
      ) : null}
      <VehiclePanelPlace className="detail-panel" />
      <footer className="detail-foot only-wide">
        <span className="hints">
          <span>
            <kbd className="kbd">J</kbd>
            <kbd className="kbd">K</kbd>
            {t('hint.step')}
          </span>
          {isRated ? (
            <span>
              <kbd className="kbd">1</kbd>–<kbd className="kbd">4</kbd>
              {t('hint.rate')}
            </span>
          ) : null}
          <button type="button" onClick={clock.toggle}>
            <kbd className="kbd">V</kbd>
            {t('hint.play')}
          </button>
          {onRead ? (
            <button type="button" onClick={onRead}>
              <kbd className="kbd">R</kbd>
              {t(isRead(alert) ? 'action.unread' : 'action.read')}
            </button>
          ) : null}
          {onArchive ? (
            <button type="button" onClick={onArchive}>
              <kbd className="kbd">A</kbd>
              {t(isArchived(alert) ? 'action.restore' : 'action.archive')}
            </button>
          ) : null}
          {onDownload ? (
            <button type="button" onClick={onDownload}>
              <kbd className="kbd">D</kbd>
              {t('hint.download')}
            </button>
          ) : null}
          <button type="button" onClick={onHelp}>
            <kbd className="kbd">?</kbd>
            {t('keys.help')}
          </button>
        </span>
        <span className="s11 t3 ell">{next ? t(next.isReady ? 'detail.nextReady' : 'detail.next', { label: next.label }) : <Zone alert={alert} />}</span>
      </footer>
      {isFlagging ? <FlagDialog alert={alert} onClose={() => setFlagging(false)} /> : null}
    </section>
  );
}

/** Whose clocks the times are by. */
function Zone({ alert }: { alert: Alert }) {
  const t = useText('alerts');
  const format = useFormat();
  return <>{t('detail.zone', { zone: alert.zone || format.settings.zone })}</>;
}
