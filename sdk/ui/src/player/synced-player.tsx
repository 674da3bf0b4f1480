import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';

import type { HarshThresholds } from '../charts';
import { useText } from '../i18n';
import { hasVideo, masterOf, type PlayerEvent, type PlayerEvidence } from './channel';
import { ChannelGrid } from './channel-grid';
import { PlaybackClock } from './clock';
import { ClockProvider } from './clock-context';
import { MasterSlider } from './master-slider';
import { playerKeys } from './player-keys';
import { spanOf } from './span-of';
import { SpeedText } from './speed-text';
import { savePicture } from './save-picture';
import { Transport } from './transport';
import { useFrameStep } from './use-frame-step';
import { useFullScreen } from './use-full-screen';

import './player.css';

const EvidenceCharts = lazy(() => import('./evidence-charts').then((module) => ({ default: module.EvidenceCharts })));

export interface SyncedPlayerProps extends PlayerEvidence {
  /** The accessible name; `Player` without one. */
  label?: string;
  /** Marked on slider and charts, and where the player stands at first. */
  event?: PlayerEvent | undefined;
  /** The zone of times; the organisation's without one. */
  zone?: string | undefined;
  /** From where an acceleration is harsh and severe, in g. */
  thresholds?: HarshThresholds | undefined;
  /** Stands in the place of the channels, such as snapshots or the reason why there is no video. */
  stage?: ReactNode;
  /** Stands beside the channels, such as a map; it can use the clock around. */
  aside?: ReactNode;
  /** Stands in the place of the charts while their files are on the way, or where there are none. */
  charts?: ReactNode;
  /** More to choose, such as videos or snapshots; stands beside the player's own switches. */
  tools?: ReactNode;
}

/** Up to eight channels, the master timeline and the charts of one vehicle on one clock. Scrubbing any of them moves all. */
export function SyncedPlayer(props: SyncedPlayerProps) {
  const { channels, tracking, imu, event, zone, thresholds, stage, aside, charts, tools, label, clock: given } = props;
  const t = useText();
  const [own] = useState(() => new PlaybackClock());
  const clock = given ?? own;
  const root = useRef<HTMLElement>(null);
  const [lengthMs, setLength] = useState<number>();
  const [isFocusView, setFocusView] = useState(false);
  const [isMuted, setMuted] = useState(true);
  const { isFull, setFull } = useFullScreen(root);
  const master = masterOf(channels);
  const { from, to } = useMemo(() => spanOf({ channels, tracking, imu }, lengthMs), [channels, tracking, imu, lengthMs]);
  const step = useFrameStep(root, clock);
  const keys = useMemo(() => playerKeys(clock, step), [clock, step]);

  useEffect(() => setLength(undefined), [master?.url]);
  useEffect(() => clock.setSpan({ from, to }), [clock, from, to]);
  useStart(clock, from, event?.at);
  useEffect(() => () => clock.pause(), [clock]);

  const onMasterLength = useCallback((ms: number) => setLength(ms), []);
  const hasPictures = stage === undefined && channels.some(hasVideo);
  return (
    <ClockProvider clock={clock}>
      {/* The keys work wherever the focus is within the player. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex */}
      <section ref={root} className={`player${isFull ? ' full' : ''}${aside ? ' with-aside' : ''}`} aria-label={label ?? t('player.title')} tabIndex={0} onKeyDown={keys}>
        <div className="play-stage">
          {stage ?? (
            <ChannelGrid {...{ channels, isMuted, isFocusView, onMasterLength }} onFocusView={setFocusView} corner={tracking && tracking.length > 0 ? <SpeedText tracking={tracking} /> : undefined} />
          )}
        </div>
        {aside ? <div className="play-aside">{aside}</div> : null}
        <div className="play-desk card">
          <Transport
            {...{ clock, event, zone, tools }}
            onStep={step}
            {...(hasPictures
              ? {
                  focusView: channels.length > 1 ? { isOn: isFocusView, set: setFocusView } : undefined,
                  muted: { isOn: isMuted, set: setMuted },
                  onPicture: () => void savePicture(root.current, clock.at()),
                }
              : {})}
            fullScreen={{ isOn: isFull, set: setFull }}
          />
          <MasterSlider {...{ clock, event, zone }} />
          {charts ?? (
            <Suspense fallback={<div className="play-charts-wait" aria-hidden="true" />}>
              {tracking || imu ? <EvidenceCharts {...{ tracking, imu, event, thresholds }} isFullScreen={isFull} /> : null}
            </Suspense>
          )}
        </div>
      </section>
    </ClockProvider>
  );
}

/** Where a player stands before anybody has moved it: at its event, else at its start. */
function useStart(clock: PlaybackClock, from: number, eventAt: number | undefined): void {
  const begun = useRef<number>(undefined);
  useEffect(() => {
    if (from > 0 && begun.current !== from) {
      begun.current = from;
      clock.seek(eventAt ?? from, 'start');
    }
  }, [clock, from, eventAt]);
}
