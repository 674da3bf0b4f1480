import { Button, Icon, IconButton, useFormat, usePermission, useText } from '@outrider/sdk';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

import type { Channel } from '../api/channels';
import type { Interval } from '../api/recordings';
import { clockText, daySeconds, lead } from '../clip/rules';
import { ClipBox, type ClipControl } from './clip-box';
import { ChannelLane, EventLane, Overview, SpeedLane, type DayEvent } from './lanes';
import { useGestures } from './use-gestures';
import { useSpeeds, type SpeedsOf } from './use-speeds';
import { useWidth } from './use-width';
import { atZoom, markerSeconds, showing, ticksOf, viewAbout, wholeDay, zoomed, zoomOf } from './view';

import './timeline.css';

/** A playback on the day: where it stands, and how it is moved. */
export interface Playhead {
  second: number;
  onSeek: (second: number) => void;
}

interface DayTimelineProps {
  channels: readonly Channel[];
  chosen: readonly number[];
  onToggle: (id: number) => void;
  intervals: readonly Interval[];
  events: readonly DayEvent[];
  /** The second of the day that it is now; undefined on another day. */
  now: number | undefined;
  /** Whose speeds have a lane. */
  of: SpeedsOf;
  clip?: ClipControl;
  playhead?: Playhead;
}

/** Seconds that are shown at first: on a narrow screen fewer, so that a finger can take hold of the clip. */
const firstSpan = () => (window.innerWidth <= 990 ? 600 : 1800);
const zoomStep = 2;
/** Room that the word for now takes on the axis, in pixels. */
const nowWidth = 44;

/** A day with a lane for each camera: what is recorded, the gaps, what happened, and the clip or the playback. It zooms about the time in its middle. */
export function DayTimeline({ channels, chosen, onToggle, intervals, events, now, of, clip, playhead }: DayTimelineProps) {
  const t = useText('footage');
  const format = useFormat();
  const area = useRef<HTMLDivElement>(null);
  const width = useWidth(area);
  const wanted = clip?.start ?? playhead?.second ?? 0;
  const until = wanted + (clip?.seconds ?? 0);
  const [view, setView] = useState(() => viewAbout((wanted + until) / 2, firstSpan()));
  useEffect(() => setView((before) => showing(before, wanted, Math.min(until, daySeconds))), [wanted, until]);
  const choose = useCallback((second: number) => (clip ? clip.onStart(inDay(second)) : playhead?.onSeek(inDay(second))), [clip, playhead]);
  useGestures(area, { view, width, onView: setView, onTap: choose });
  const hasSpeeds = usePermission('TrackVehicle');
  const speeds = useSpeeds(of, view, hasSpeeds ? (now ?? daySeconds) : 0);
  const ticks = useMemo(() => ticksOf(view, width), [view, width]);
  const place = (second: number) => `${((second - view.from) / view.span) * 100}%`;
  const isShown = (second: number) => second >= view.from && second <= view.from + view.span;
  return (
    <section className={clip ? 'tl card' : 'tl card no-clip'} aria-label={t('timeline.title')}>
      <header className="tl-head">
        <h3 className="t1">{t('timeline.title')}</h3>
        <span className="legend only-wide" aria-hidden="true">
          <span><i className="tl-key" />{t('timeline.recorded')}</span>
          <span><i className="tl-key gap" />{t('timeline.gap')}</span>
          {clip ? <span><i className="tl-key clip" />{t('timeline.clip')}</span> : null}
        </span>
        <span className="grow" />
        <span className="s12 t2 only-wide">{t('timeline.markers', { every: format.duration(markerSeconds((width / view.span) * daySeconds)) })}</span>
        <IconButton size="small" label={t('timeline.zoomOut')} disabled={view.span === daySeconds} onClick={() => setView((v) => zoomed(v, 1 / zoomStep))}>
          <Icon name="minus" small />
        </IconButton>
        <input className="tl-zoom" type="range" min={0} max={100} value={Math.round(zoomOf(view) * 100)} aria-label={t('timeline.zoom')} onChange={(event) => setView((v) => atZoom(v, Number(event.target.value) / 100))} />
        <IconButton size="small" label={t('timeline.zoomIn')} onClick={() => setView((v) => zoomed(v, zoomStep))}>
          <Icon name="plus" small />
        </IconButton>
        <Button variant="quiet" size="small" onClick={() => setView(wholeDay)}>{t('timeline.wholeDay')}</Button>
      </header>
      <Overview intervals={intervals.filter(({ channel }) => chosen.includes(channel))} events={events} view={view} onCentre={(second) => setView((v) => viewAbout(second, v.span))} />
      <div className="tl-body">
        <div className="tl-row tl-axis cap num" aria-hidden="true">
          <span />
          <div className="tl-track">
            {ticks.filter(({ second, isLabelled }) => isLabelled && !(now !== undefined && Math.abs(second - now) * (width / view.span) < nowWidth)).map(({ second, isMarker }) => (
              <span key={second} className={isMarker ? 'marker' : ''} style={{ left: place(second) }}>{second === daySeconds ? '24:00' : tickText(second)}</span>
            ))}
            {now !== undefined && isShown(now) ? <span className="now" style={{ left: place(now) }}>{t('timeline.now')}</span> : null}
          </div>
        </div>
        <EventLane events={events} view={view} onEvent={({ second }) => choose(second - lead.timeline)} />
        <div className="tl-lanes">
          <div className="tl-lines" aria-hidden="true">
            {ticks.map(({ second, isMarker }) => <i key={second} className={isMarker ? 'tl-line marker' : 'tl-line'} style={{ left: place(second) }} />)}
          </div>
          {hasSpeeds ? <SpeedLane {...{ speeds, view, width }} /> : null}
          {channels.map((channel) => (
            <ChannelLane key={channel.id} {...{ channel, intervals, view, now }} isChosen={chosen.includes(channel.id)} onToggle={() => onToggle(channel.id)} />
          ))}
          <div ref={area} className="tl-over">
            {now !== undefined && isShown(now) ? <i className="tl-line now" style={{ left: place(now) }} /> : null}
            {clip ? <ClipBox {...clip} view={view} width={width} /> : null}
            {playhead ? <Head {...playhead} left={place(playhead.second)} /> : null}
          </div>
        </div>
      </div>
    </section>
  );
}

/** Where the playback stands; by keys it goes on and back. */
function Head({ second, onSeek, left }: Playhead & { left: string }) {
  const t = useText('footage');
  const steps: Record<string, number> = { ArrowLeft: -10, ArrowDown: -10, ArrowRight: 10, ArrowUp: 10, PageDown: -60, PageUp: 60 };
  return (
    <i
      className="tl-playhead"
      role="slider"
      tabIndex={0}
      aria-label={t('timeline.playhead')}
      aria-valuemin={0}
      aria-valuemax={daySeconds}
      aria-valuenow={Math.round(second)}
      aria-valuetext={clockText(Math.round(second))}
      style={{ left }}
      onKeyDown={(event) => {
        const step = steps[event.key];
        if (step !== undefined) {
          event.preventDefault();
          onSeek(inDay(second + step));
        }
      }}
    />
  );
}

const inDay = (second: number) => Math.min(daySeconds - 1, Math.max(0, Math.round(second)));
const tickText = (second: number) => (second % 60 === 0 ? clockText(second).slice(0, 5) : clockText(second));
