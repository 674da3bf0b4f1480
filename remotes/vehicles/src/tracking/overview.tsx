import { Icon, IconButton, useText } from '@outrider/sdk';
import type { PlaybackClock } from '@outrider/sdk/player';
import { useMemo } from 'react';

import type { Trips } from './api';
import type { Span } from './draw-strip';
import type { Track } from './track';

interface OverviewProps {
  track: Track;
  trips: Trips | undefined;
  clock: PlaybackClock;
  view: Span;
  onView: (view: Span) => void;
}

const tenMinutesMs = 600_000;
/** As many bars of a kind are drawn at most: more than that many are no wider than a pixel. */
const mostBars = 1500;

interface Bar extends Span {
  kind: 'drive' | 'idle' | 'silent';
}

/** Times as bars; those nearer to each other than can be seen are one. */
function joined(kind: Bar['kind'], list: readonly { start_time: number; end_time: number }[], least: number): Bar[] {
  const bars: Bar[] = [];
  for (const { start_time: from, end_time: to } of list) {
    const last = bars.at(-1);
    if (last && from - last.to < least && to - last.from < least * 2) last.to = to;
    else bars.push({ kind, from, to });
  }
  return bars;
}

/** The whole range with its trips, what of it the chart shows, and ways to show more or less. */
export function Overview({ track, trips, clock, view, onView }: OverviewProps) {
  const t = useText('tracking');
  const all: Span = { from: track.fromMs, to: track.toMs };
  const percent = (at: number) => ((Math.min(all.to, Math.max(all.from, at)) - all.from) / (all.to - all.from)) * 100;
  const bar = (fromMs: number, toMs: number) => ({ left: `${percent(fromMs)}%`, width: `${Math.max(0.15, percent(toMs) - percent(fromMs))}%` });
  const { fromMs, toMs } = track;
  const bars = useMemo(() => {
    const least = (toMs - fromMs) / mostBars;
    return trips ? [...joined('drive', trips.Trips, least), ...joined('idle', trips.Idling, least), ...joined('silent', trips.Silent, least)] : [];
  }, [trips, fromMs, toMs]);
  const around = (at: number, span: number) => {
    const from = Math.max(all.from, Math.min(all.to - span, at - span / 2));
    onView({ from, to: Math.min(all.to, from + span) });
  };
  const trip = trips?.Trips.find(({ start_time, end_time }) => start_time <= clock.at() && end_time >= clock.at()) ?? trips?.Trips[0];
  const factor = (by: number) => around(clock.at(), Math.min(all.to - all.from, Math.max(60_000, (view.to - view.from) * by)));
  return (
    <div className="trk-over">
      <span className="s12 t2 trk-over-name">{t('strip.whole')}</span>
      <button
        type="button" className="trk-over-bar" aria-label={t('strip.wholeHint')}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          const at = event.clientX > 0 ? all.from + ((event.clientX - box.left) / box.width) * (all.to - all.from) : all.from;
          clock.seek(at, 'chart');
          around(at, view.to - view.from);
        }}
      >
        {bars.map(({ kind, from, to }) => <i key={`${kind} ${from}`} className={kind} style={bar(from, to)} />)}
        <i className="window" style={bar(view.from, view.to)} />
      </button>
      <div className="seg">
        <button type="button" className={view.from === all.from && view.to === all.to ? 'strip-view on' : 'strip-view'} onClick={() => onView(all)}>{t('strip.all')}</button>
        <button type="button" className="strip-view" disabled={!trip} onClick={() => trip && onView({ from: Math.max(all.from, trip.start_time - 60_000), to: Math.min(all.to, trip.end_time + 60_000) })}>{t('strip.trip')}</button>
        <button type="button" className="strip-view" onClick={() => around(clock.at(), Math.min(tenMinutesMs, all.to - all.from))}>{t('strip.tenMinutes')}</button>
      </div>
      <IconButton size="small" label={t('strip.zoomIn')} onClick={() => factor(0.5)}><Icon name="plus" small /></IconButton>
      <IconButton size="small" label={t('strip.zoomOut')} onClick={() => factor(2)}><Icon name="minus" small /></IconButton>
    </div>
  );
}
