import { Icon, onColourMode, speedIn, useFormat, useText } from '@outrider/sdk';
import type { PlaybackClock } from '@outrider/sdk/player';
import { useEffect, useMemo, useRef, useState, type PointerEvent } from 'react';

import type { Trips } from './api';
import { drawStrip, stripHeight, type Span, type StripLook } from './draw-strip';
import { Lanes, type ShownLane } from './lanes';
import { Overview } from './overview';
import type { Track } from './track';
import { useClockSecond } from './use-clock-second';

/** Something that happened, above the chart. */
export interface StripEvent {
  key: string;
  atMs: number;
  icon: string;
  label: string;
}

interface StripProps {
  track: Track;
  trips: Trips | undefined;
  events: readonly StripEvent[];
  lanes: readonly ShownLane[];
  clock: PlaybackClock;
  view: Span;
  onView: (view: Span) => void;
}

/** Speed, limit and ignition over time, with what happened and what was recorded; pressing and dragging move the clock. */
export function Strip({ track, trips, events, lanes, clock, view, onView }: StripProps) {
  const t = useText('tracking');
  const format = useFormat();
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const shown = events.filter(({ atMs }) => atMs >= view.from && atMs <= view.to);
  const place = (at: number) => `${((at - view.from) / (view.to - view.from)) * 100}%`;
  return (
    <section className="trk-strip" aria-label={t('strip.title')}>
      <Overview {...{ track, trips, clock, view, onView }} />
      <div className="trk-rows">
        <div className="trk-names s12 t2" aria-hidden="true">
          <span className="events">{t('strip.events')}</span>
          <span className="plot">{t('strip.speed', { unit: format.speedUnit })}<br /><span className="t3">{t('strip.limit')}</span></span>
          <span className="ignition">{t('strip.ignition')}</span>
          {lanes.map(({ id, label }) => <span key={id} className="lane ell">{label}</span>)}
        </div>
        <div className="trk-lines" ref={frame}>
          <div className="trk-events">
            {shown.map(({ key, atMs, icon, label }) => (
              <button key={key} type="button" className="trk-event" style={{ left: place(atMs) }} aria-label={`${format.timeWithSeconds(atMs, track.zone)} ${label}`} title={label} onClick={() => clock.seek(atMs, 'event')}>
                <Icon name={icon} small />
              </button>
            ))}
          </div>
          <Plot {...{ track, clock, view, onView, width }} />
          <Lanes lanes={lanes} view={view} />
          <Ticks view={view} zone={track.zone} width={width} />
          <CursorLine clock={clock} view={view} />
        </div>
      </div>
    </section>
  );
}

function Plot({ track, clock, view, onView, width }: { track: Track; clock: PlaybackClock; view: Span; onView: (view: Span) => void; width: number }) {
  const t = useText('tracking');
  const format = useFormat();
  const canvas = useRef<HTMLCanvasElement>(null);
  const mode = useMode();
  const at = useClockSecond(clock);
  const { units } = format.settings;
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context || width === 0 || mode < 0) return;
    const scale = window.devicePixelRatio || 1;
    element.width = Math.round(width * scale);
    element.height = Math.round(stripHeight * scale);
    context.setTransform(scale, 0, 0, scale, 0, 0);
    drawStrip(context, track, view, { ...lookOf(element), width, inUnit: (kmh) => speedIn(units, kmh) });
  }, [track, view, width, mode, units]);
  useEffect(() => {
    // The view goes after the clock.
    const follow = (now: number) => {
      if (now >= view.from && now <= view.to) return;
      const span = view.to - view.from;
      const from = Math.max(track.fromMs, Math.min(track.toMs - span, now - span * 0.1));
      onView({ from, to: from + span });
    };
    return clock.subscribe(follow);
  }, [clock, view, onView, track]);
  const seek = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    clock.seek(view.from + Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * (view.to - view.from), 'chart');
  };
  return (
    <div
      className="trk-plot" role="slider" tabIndex={0} aria-label={t('strip.seek')} aria-valuemin={view.from} aria-valuemax={view.to} aria-valuenow={at} aria-valuetext={format.timeWithSeconds(at, track.zone)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        seek(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) seek(event);
      }}
    >
      <canvas ref={canvas} className="trk-canvas" />
    </div>
  );
}

/** The line where the clock is; it moves without a render. */
function CursorLine({ clock, view }: { clock: PlaybackClock; view: Span }) {
  const line = useRef<HTMLElement>(null);
  useEffect(() => {
    const move = (at: number) => {
      if (!line.current) return;
      line.current.hidden = at < view.from || at > view.to;
      line.current.style.left = `${((at - view.from) / (view.to - view.from)) * 100}%`;
    };
    move(clock.at());
    return clock.subscribe(move);
  }, [clock, view]);
  return <i className="trk-cursor" ref={line} aria-hidden="true" />;
}

const minute = 60_000;
const steps = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 10_080, 20_160, 43_200].map((minutes) => minutes * minute);
/** Times stand so far apart at least, in pixels. */
const tickPx = 90;
/** Days need more room. */
const dayTickPx = 130;
const longestStep = 86_400 * minute;

function Ticks({ view, zone, width }: { view: Span; zone: string; width: number }) {
  const format = useFormat();
  const ticks = useMemo(() => {
    const span = view.to - view.from;
    const step = steps.find((one) => (one / span) * width >= (one < 1440 * minute ? tickPx : dayTickPx)) ?? longestStep;
    const offset = offsetAt(view.from, zone);
    const found: number[] = [];
    for (let at = Math.ceil((view.from + offset) / step) * step - offset; at <= view.to; at += step) found.push(at);
    return { found, isDays: step >= 1440 * minute };
  }, [view, zone, width]);
  const near = (tickPx / 4 / Math.max(1, width)) * (view.to - view.from); // half a time: nearer to an end it would be cut
  const edge = (at: number) => (at - view.from < near ? 'first' : view.to - at < near ? 'last' : undefined);
  return (
    <div className="trk-ticks num" aria-hidden="true">
      {ticks.found.map((at) => (
        <span key={at} className={edge(at)} style={{ left: `${((at - view.from) / (view.to - view.from)) * 100}%` }}>{ticks.isDays ? format.date(at, zone) : format.time(at, zone)}</span>
      ))}
    </div>
  );
}

/** How far clocks in a zone are ahead of UTC, in milliseconds. */
function offsetAt(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d+):(\d+)/.exec(parts) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * minute;
}

function useWidth(element: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

function useMode(): number {
  const [mode, setMode] = useState(0);
  useEffect(() => onColourMode(() => setMode((count) => count + 1)), []);
  return mode;
}

/** The page's colours, since a canvas knows no tokens. */
function lookOf(element: HTMLElement): Pick<StripLook, 'colors' | 'font'> {
  const probe = document.createElement('span');
  element.parentElement?.append(probe);
  const color = (token: string) => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const colors = {
    speed: color('--secondary-text'), fill: color('--secondary-soft'), limit: color('--error'), grid: color('--grid'), text: color('--text-3'), warn: color('--warn'), over: color('--error'),
    on: color('--moving'), off: color('--border'), silent: color('--border-strong'),
  };
  const font = `11px ${getComputedStyle(probe).fontFamily}`;
  probe.remove();
  return { colors, font };
}
