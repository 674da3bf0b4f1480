import { Segment, useFormat, useText } from '@outrider/sdk';
import { Explain } from '@outrider/sdk/explain';
import type { ReactNode } from 'react';

import type { Day, EvRow } from '../api/ev';
import { energyText } from '../efficiency';
import { NeedButton } from './need-button';

const days = ['today', 'tomorrow'] as const;

interface RangeCardProps {
  rows: readonly EvRow[];
  day: Day;
  onDay: (day: Day) => void;
}

/** How far each vehicle gets beside how far it has to go; what is shortest comes first. */
export function RangeCard({ rows, day, onDay }: RangeCardProps) {
  const t = useText('ev');
  const sorted = [...rows].sort((a, b) => spare(a) - spare(b));
  const longest = Math.max(1, ...rows.flatMap(({ range_m: range = 0, need_m: need = 0 }) => [range, need]));
  return (
    <section className="card ev-range" aria-label={t('needRange.title')}>
      <header>
        <h2>{t('needRange.title')}</h2>
        <span className="s12 t2">{t('needRange.hint')}</span>
        <span className="grow" />
        <div className="seg" role="group" aria-label={t('needRange.day')}>
          {days.map((one) => <Segment key={one} isOn={one === day} onClick={() => onDay(one)}>{t(`needRange.${one}`)}</Segment>)}
        </div>
      </header>
      <div className="ev-range-rows">
        <table className="usage-table">
          <thead>
            <tr>
              <th scope="col">{t('column.vehicle_name')}</th>
              <th scope="col">{t('column.leaves')}<Explain about={t('column.leaves')}>{t('about.leaves')}</Explain></th>
              <th scope="col" className="ev-range-bar"><Legend /></th>
              <th scope="col" className="right">{t('column.range_m')}</th>
              <th scope="col" className="right">{t('column.need')}<Explain about={t('column.need')}>{t('about.need')}</Explain></th>
              <th scope="col" colSpan={2}>{t('column.enough')}</th>
            </tr>
          </thead>
          <tbody>
            {sorted.map((row) => <Line key={row.vehicle_id} row={row} longest={longest} />)}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** By how much the range is longer than the need; of what is not known, more than any. */
function spare({ range_m: range, need_m: need }: EvRow): number {
  return range === undefined || !need ? Infinity : range - need;
}

function Legend() {
  const t = useText('ev');
  return (
    <span className="ev-legend">
      <span><i className="now" />{t('needRange.now')}</span>
      <span><i className="charging" />{t('needRange.charging')}</span>
      <span><i className="need" />{t('needRange.need')}</span>
    </span>
  );
}

function Line({ row, longest }: { row: EvRow; longest: number }) {
  const format = useFormat();
  const share = (metres: number) => `${(100 * metres) / longest}%`;
  const { range_m: range, need_m: need } = row;
  return (
    <tr>
      <td><b>{row.vehicle_name}</b></td>
      <td className="num t2">{row.leaves_at ? format.time(row.leaves_at) : '–'}</td>
      <td className="ev-range-bar">
        <span className={row.charging ? 'ev-bar charging' : `ev-bar ${row.enough}`} aria-hidden="true">
          <i style={{ width: share(range ?? 0) }} />
          {need ? <u style={{ left: share(need) }} /> : null}
        </span>
      </td>
      <td className="num right">{range === undefined ? '–' : format.distance(range, 0)}</td>
      <td className="num right"><NeedButton row={row} /></td>
      <Verdict row={row} />
    </tr>
  );
}

/** Whether the range is enough, and what follows: what is left, what is to be charged, or when it will be there. */
function Verdict({ row }: { row: EvRow }) {
  const t = useText('ev');
  const format = useFormat();
  const { range_m: range, need_m: need, enough } = row;
  const says = enough === 'short' && row.enough_at
    ? t('needRange.enoughAt', { time: format.time(row.enough_at) })
    : enough === 'short' && range !== undefined && need !== undefined
      ? t('shortBy', { distance: format.distance(need - range, 0) })
      : t(`enough.${enough}`);
  return (
    <>
      <td><span className={enough === 'short' && row.enough_at ? 'ev-verdict soon' : `ev-verdict ${enough}`}>{says}</span></td>
      <td className="s12 t2 right">{follows(row)}</td>
    </>
  );

  function follows({ full_at: fullAt, need_kwh: missing, battery_kwh: battery, soc_percent: soc = 0 }: EvRow): ReactNode {
    if (fullAt) return t('needRange.fullAt', { time: format.time(fullAt) });
    if (range === undefined || !need) return null;
    if (enough !== 'short') return t('needRange.left', { distance: format.distance(range - need, 0) });
    if (missing === undefined) return null;
    return missing > battery * (1 - soc / 100) ? t('needRange.beyond') : t('needRange.charge', { energy: energyText(format, missing, 0) });
  }
}
