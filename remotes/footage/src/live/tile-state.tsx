import { Button, Icon, useFormat, useText, type TextKey } from '@outrider/sdk';

import { retryDelaysMs, type ChannelView } from './channel';
import { unplayable } from './player';

/** Why a picture is over, where more can be said than that the device is not reached. */
const knownReasons = ['lost', 'codec', 'no_picture', 'parameters', 'transport', 'no_packets', unplayable];

interface TileStateProps {
  view: ChannelView;
  label: string;
  onPlay: () => void;
  /** Asks for the recording; undefined where that cannot be done. */
  onRequest?: (() => void) | undefined;
}

/** What stands over the picture while there is none: what is going on, and what can be done. */
export function TileState({ view: { state, tries, savedAt, over }, label, onPlay, onRequest }: TileStateProps) {
  const t = useText('footage');
  const format = useFormat();
  switch (state) {
    case 'streaming':
      return null;
    case 'starting':
    case 'started':
      return (
        <div className="live-state waiting" role="status">
          <b>{t('live.state.starting')}</b>
          <p>{state === 'starting' ? t('live.asking') : tries === 0 ? t('live.waiting') : t('live.waitingTry', { n: tries, of: retryDelaysMs.length })}</p>
          <span className="live-tries" aria-hidden="true">
            {retryDelaysMs.map((_, i) => (
              <i key={i} className={i < tries ? 'on' : ''} />
            ))}
          </span>
        </div>
      );
    case 'ready':
      return <PlayOver label={t('live.playOf', { channel: label })} onPlay={onPlay} {...(savedAt === undefined ? {} : { text: t('live.savedAt', { time: format.timeWithSeconds(savedAt) }) })} />;
    case 'paused':
      return <PlayOver label={t('live.playOf', { channel: label })} onPlay={onPlay} text={t('live.pausedByBrowser')} />;
    case 'failed':
    case 'unavailable':
    case 'no-refresh':
      return (
        <div className="live-state" role="status">
          <span className="live-state-icon">
            <Icon name={state === 'no-refresh' ? 'offline' : 'video'} />
          </span>
          <b>{t(`live.state.${state}`)}</b>
          <p>{state === 'unavailable' && over && knownReasons.includes(over.reason) ? t(`live.over.${over.reason}` as TextKey<'footage'>, { codecs: over.codecs }) : t(`live.why.${state}`)}</p>
          {over?.reason === unplayable && onRequest ? (
            <Button size="small" onClick={onRequest}>
              <Icon name="download" small />
              {t('live.request')}
            </Button>
          ) : (
            <Button size="small" onClick={onPlay}>
              <Icon name="refresh" small />
              {t('live.again')}
            </Button>
          )}
        </div>
      );
  }
}

function PlayOver({ label, onPlay, text }: { label: string; onPlay: () => void; text?: string }) {
  return (
    <div className="live-state over">
      <button type="button" className="live-play" aria-label={label} title={label} onClick={onPlay}>
        <Icon name="play" />
      </button>
      {text ? <p>{text}</p> : null}
    </div>
  );
}
