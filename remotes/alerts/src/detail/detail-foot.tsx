import { useFormat, useText } from '@outrider/sdk';
import type { PlaybackClock } from '@outrider/sdk/player';
import type { ReactNode } from 'react';

import { isArchived, isRead, type Alert } from '../api/alert';

/** What can be done with an alert by a key; what is absent the user may not do. */
export interface FootActions {
  onRead?: (() => void) | undefined;
  onArchive?: (() => void) | undefined;
  /** Downloads the media. */
  onDownload?: (() => void) | undefined;
  onHelp: () => void;
  /** What comes after this alert, and whether its evidence is here already. */
  next?: { label: string; isReady: boolean } | undefined;
}

interface DetailFootProps extends FootActions {
  alert: Alert;
  clock: PlaybackClock;
  isRated: boolean;
}

/** The keys of the page in one quiet line, and what comes next. */
export function DetailFoot({ alert, clock, next, isRated, onRead, onArchive, onDownload, onHelp }: DetailFootProps) {
  const t = useText('alerts');
  return (
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
        <Hint keyName="V" onClick={clock.toggle}>{t('hint.play')}</Hint>
        <Hint keyName="R" onClick={onRead}>{t(isRead(alert) ? 'action.unread' : 'action.read')}</Hint>
        <Hint keyName="A" onClick={onArchive}>{t(isArchived(alert) ? 'action.restore' : 'action.archive')}</Hint>
        <Hint keyName="D" onClick={onDownload}>{t('hint.download')}</Hint>
        <Hint keyName="?" onClick={onHelp}>{t('keys.help')}</Hint>
      </span>
      <span className="s11 t3 ell">{next ? t(next.isReady ? 'detail.nextReady' : 'detail.next', { label: next.label }) : <Zone alert={alert} />}</span>
    </footer>
  );
}

/** A key that is a button, too; nothing where there is nothing to do. */
function Hint({ keyName, onClick, children }: { keyName: string; onClick: (() => void) | undefined; children: ReactNode }) {
  return onClick ? (
    <button type="button" className="key-hint" onClick={onClick}>
      <kbd className="kbd">{keyName}</kbd>
      {children}
    </button>
  ) : null;
}

/** Whose clocks the times are by. */
function Zone({ alert }: { alert: Alert }) {
  const t = useText('alerts');
  const format = useFormat();
  return <>{t('detail.zone', { zone: alert.zone || format.settings.zone })}</>;
}
