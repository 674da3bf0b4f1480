import { Icon, useText } from '@outrider/sdk';
import type { PlaybackClock } from '@outrider/sdk/player';

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

/** The whole range with its trips, what of it the chart shows, and ways to show more or less. */
export function Overview({ track, trips, clock, view, onView }: OverviewProps) {
  const t = useText('tracking');
  const all: Span = { from: track.fromMs, to: track.toMs };
  const percent = (at: number) => ((Math.min(all.to, Math.max(all.from, at)) - all.from) / (all.to - all.from)) * 100;
  const bar = (fromMs: number, toMs: number) => ({ left: `${percent(fromMs)}%`, width: `${Math.max(0.15, percent(toMs) - percent(fromMs))}%` });
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
        {trips?.Trips.map((one) => <i key={one.spanId} className="drive" style={bar(one.start_time, one.end_time)} />)}
        {trips?.Idling.map((one) => <i key={one.start_time} className="idle" style={bar(one.start_time, one.end_time)} />)}
        {trips?.Silent.map((one) => <i key={one.start_time} className="silent" style={bar(one.start_time, one.end_time)} />)}
        <i className="window" style={bar(view.from, view.to)} />
      </button>
      <div className="seg">
        <button type="button" className={view.from === all.from && view.to === all.to ? 'on' : ''} onClick={() => onView(all)}>{t('strip.all')}</button>
        <button type="button" disabled={!trip} onClick={() => trip && onView({ from: Math.max(all.from, trip.start_time - 60_000), to: Math.min(all.to, trip.end_time + 60_000) })}>{t('strip.trip')}</button>
        <button type="button" onClick={() => around(clock.at(), Math.min(tenMinutesMs, all.to - all.from))}>{t('strip.tenMinutes')}</button>
      </div>
      <button type="button" className="ib sm" aria-label={t('strip.zoomIn')} title={t('strip.zoomIn')} onClick={() => factor(0.5)}><Icon name="plus" small /></button>
      <button type="button" className="ib sm" aria-label={t('strip.zoomOut')} title={t('strip.zoomOut')} onClick={() => factor(2)}><Icon name="minus" small /></button>
    </div>
  );
}
