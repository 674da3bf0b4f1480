import { useFormat, useText } from '@outrider/sdk';
import { Explain } from '@outrider/sdk/explain';

import type { PastDay } from './use-day';

interface DayChartProps {
  day: PastDay;
  at: number;
  zone: string;
  onSeek: (at: number) => void;
}

const minuteMs = 60_000;
const quarterMs = 15 * minuteMs;
/** Alerts nearer to each other than this are one mark. */
const markMs = 10 * minuteMs;
/** Hours between two ticks. */
const tickHours = 4;

/** The day as a chart of who drove and who idled, with its alerts; drawing along it goes through the day. */
export function DayChart({ day: { fromMs, toMs, counts, isCounting, alerts }, at, zone, onSeek }: DayChartProps) {
  const t = useText('past');
  const tVehicles = useText('vehicles');
  const format = useFormat();
  const length = Math.max(minuteMs, toMs - fromMs);
  const percent = (time: number) => (100 * (time - fromMs)) / length;
  const most = Math.max(1, ...counts.map(({ moving, idling }) => moving + idling));
  const marks = alerts.filter((time, index) => index === 0 || Math.floor(time / markMs) !== Math.floor((alerts[index - 1] ?? 0) / markMs));
  const now = counts.findLast(({ at_ms }) => at_ms - quarterMs / 2 <= at);
  const ticks = Array.from({ length: Math.floor(length / (tickHours * 60 * minuteMs)) + 1 }, (_, index) => fromMs + index * tickHours * 60 * minuteMs);
  return (
    <div className="past-day">
      <p className="past-legend s12 t2">
        <span><i className="dot past-moving" aria-hidden="true" />{t('driving')} <b className="num">{now ? format.number(now.moving) : '–'}</b></span>
        <span><i className="dot past-idling" aria-hidden="true" />{t('idling')} <b className="num">{now ? format.number(now.idling) : '–'}</b></span>
        <span><i className="past-diamond" aria-hidden="true" />{t('alerts', { count: alerts.length, n: format.number(alerts.length) })}</span>
        <Explain about={t('rule.title')}>{t('rule.text')}</Explain>
        {isCounting ? <span role="status">{t('counting')}</span> : null}
      </p>
      <div className="past-plot">
        <svg viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">
          {counts.map(({ at_ms, moving, idling }) => {
            const x = 10 * percent(at_ms - quarterMs / 2);
            const width = Math.max(1, 10 * percent(fromMs + quarterMs) - 1.5);
            const drove = (100 * moving) / most;
            const idled = (100 * idling) / most;
            return (
              <g key={at_ms} opacity={at_ms > at ? 0.4 : 1}>
                <rect className="past-moving" x={x} width={width} y={100 - drove} height={drove} />
                <rect className="past-idling" x={x} width={width} y={100 - drove - idled} height={idled} />
              </g>
            );
          })}
        </svg>
        {marks.map((time) => <i key={time} className="past-diamond" style={{ left: `${percent(time)}%` }} aria-hidden="true" />)}
        <i className="past-cursor" style={{ left: `${Math.min(100, Math.max(0, percent(at)))}%` }} aria-hidden="true" />
        <input
          type="range" min={0} max={Math.round(length / minuteMs) - 1} value={Math.min(Math.round(length / minuteMs) - 1, Math.max(0, Math.floor((at - fromMs) / minuteMs)))}
          aria-label={tVehicles('past.ofDay')} aria-valuetext={format.time(at, zone)} onChange={(event) => onSeek(fromMs + Number(event.target.value) * minuteMs)}
        />
      </div>
      <div className="past-ticks s12 t3 num" aria-hidden="true">
        {ticks.map((time) => <span key={time} style={{ left: `${percent(time)}%` }}>{format.time(time, zone)}</span>)}
      </div>
    </div>
  );
}
