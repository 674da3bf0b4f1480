import { Icon, useFormat, useText, type IconName } from '@outrider/sdk';

import type { Channel } from '../api/channels';
import type { Interval } from '../api/recordings';
import { clockText, daySeconds, joinedOf } from '../clip/rules';
import { linesOf, pathOf, topOf, type DaySpeed } from './speed-line';
import type { View } from './view';

/** Something that happened on the day. */
export interface DayEvent {
  id: string;
  /** Second of the day. */
  second: number;
  label: string;
  icon: IconName;
  /** 0 to 3. */
  severity: number;
}

const share = (seconds: number, { span }: View) => `${(seconds / span) * 100}%`;
const place = (second: number, view: View) => share(second - view.from, view);
const tones = ['sv-info', 'sv-moderate', 'sv-high', 'sv-severe'];

/** The marks of what happened; each leads to its clip. */
export function EventLane({ events, view, onEvent }: { events: readonly DayEvent[]; view: View; onEvent: (event: DayEvent) => void }) {
  const t = useText('footage');
  const shown = events.filter(({ second }) => second >= view.from && second <= view.from + view.span);
  return (
    <div className="tl-row tl-events">
      <span className="tl-label t2">{t('timeline.events')}</span>
      <div className="tl-track">
        {shown.map((event) => {
          const name = t('timeline.eventAt', { event: event.label, time: clockText(event.second) });
          return (
            <button key={event.id} type="button" className={`tl-event ${tones[event.severity] ?? tones[0]}`} style={{ left: place(event.second, view) }} aria-label={name} title={name} onClick={() => onEvent(event)}>
              <Icon name={event.icon} small />
            </button>
          );
        })}
      </div>
    </div>
  );
}

interface SpeedLaneProps {
  /** Undefined where the view is too wide for them. */
  speeds: readonly DaySpeed[] | undefined;
  view: View;
  width: number;
}

/** How fast the vehicle went. */
export function SpeedLane({ speeds, view, width }: SpeedLaneProps) {
  const t = useText('footage');
  const format = useFormat();
  const lines = linesOf(speeds ?? [], view, width);
  const most = topOf((speeds ?? []).filter(({ second }) => second >= view.from && second <= view.from + view.span), 0);
  const said = speeds === undefined ? t('timeline.speedTooWide') : lines.length === 0 ? t('timeline.noSpeed') : t('timeline.speedMost', { speed: format.speed(most) });
  return (
    <div className="tl-row tl-lane tl-speed">
      <span className="tl-label">
        <span className="t2">{t('timeline.speed')}</span>
        <span className="unseen">{said}</span>
      </span>
      <div className="tl-track" aria-hidden="true" title={said}>
        {lines.length === 0 ? <span className="cap">{said}</span> : (
          <svg viewBox="0 0 1 1" preserveAspectRatio="none">
            {lines.map((line, i) => <path key={i} className="area" d={pathOf(line, true)} />)}
            {lines.map((line, i) => <path key={i} d={pathOf(line)} />)}
          </svg>
        )}
      </div>
    </div>
  );
}

interface ChannelLaneProps {
  channel: Channel;
  isChosen: boolean;
  onToggle: () => void;
  intervals: readonly Interval[];
  view: View;
  /** From where on nothing can be recorded yet. */
  now: number | undefined;
}

/** One camera: whether it is wanted, what is recorded, and the gaps between. */
export function ChannelLane({ channel: { id, name }, isChosen, onToggle, intervals, view, now }: ChannelLaneProps) {
  const t = useText('footage');
  const own = intervals.filter(({ channel }) => channel === id);
  const spoken = joinedOf(own).map(({ start, end }) => t('timeline.fromTo', { from: clockText(start), to: clockText(Math.min(end, daySeconds - 1)) }));
  const end = now ?? daySeconds;
  return (
    <div className="tl-row tl-lane">
      <label className="tl-label">
        <input type="checkbox" checked={isChosen} onChange={onToggle} />
        <b>{`CH${id}`}</b>
        <span className="t2 ell">{name}</span>
        <span className="unseen">{spoken.length > 0 ? t('timeline.recordedAt', { times: spoken.join(', ') }) : t('timeline.nothing')}</span>
      </label>
      <div className={isChosen ? 'tl-track' : 'tl-track off'} aria-hidden="true">
        <i className="tl-gap" style={{ left: place(0, view), width: share(end, view) }} />
        {own.map((one) => (
          <i key={`${one.start}-${one.end}`} className={one.hasEnd ? 'tl-recorded' : 'tl-recorded open'} style={{ left: place(one.start, view), width: share(Math.max(0, Math.min(one.end, end) - one.start), view) }} />
        ))}
      </div>
    </div>
  );
}

interface OverviewProps {
  intervals: readonly Interval[];
  events: readonly DayEvent[];
  view: View;
  onCentre: (second: number) => void;
}

/** The whole day in one line, with the part that is shown below; by pointer alone, since zoom and clip are reached by keys. */
export function Overview({ intervals, events, view, onCentre }: OverviewProps) {
  const t = useText('footage');
  const part = (second: number) => `${(second / daySeconds) * 100}%`;
  const any = joinedOf(intervals.map((one) => ({ ...one, channel: 0 })));
  const choose = (element: HTMLElement, x: number) => {
    const box = element.getBoundingClientRect();
    onCentre(((x - box.left) / Math.max(1, box.width)) * daySeconds);
  };
  return (
    <div className="tl-row tl-overview" aria-hidden="true">
      <span className="tl-label t2">{t('timeline.wholeDay')}</span>
      <div>
        <div
          className="tl-day"
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture?.(event.pointerId);
            choose(event.currentTarget, event.clientX);
          }}
          onPointerMove={(event) => {
            if (event.buttons === 1) choose(event.currentTarget, event.clientX);
          }}
        >
          {any.map(({ start, end }) => <i key={start} className="tl-recorded" style={{ left: part(start), width: part(Math.min(end, daySeconds) - start) }} />)}
          {events.map(({ id, second }) => <i key={id} className="tl-happened" style={{ left: part(second) }} />)}
          <i className="tl-window" style={{ left: part(view.from), width: part(view.span) }} />
        </div>
        <div className="tl-hours cap num">
          {[0, 3, 6, 9, 12, 15, 18, 21, 24].map((hour) => <span key={hour}>{`${String(hour).padStart(2, '0')}:00`}</span>)}
        </div>
      </div>
    </div>
  );
}
