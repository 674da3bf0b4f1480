import { Button, Icon, useFormat, usePermission, useText } from '@outrider/sdk';
import { NumberDialog } from '@outrider/sdk/usage';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { setNeed, type EvRow, type EvUsage } from '../api/ev';

/** How full each vehicle is now, and its range against what it needs today; the emptiest first. */
export function ChargeCard({ usage }: { usage: EvUsage }) {
  const t = useText('ev');
  const rows = [...usage.vehicles].sort((a, b) => (a.soc_percent ?? 101) - (b.soc_percent ?? 101));
  return (
    <section className="card" aria-label={t('now')}>
      <header>
        <h2>{t('now')}</h2>
        <span className="s12 t2">{t('nowHint', { charging: usage.totals.charging, percent: usage.setting.low_percent })}</span>
      </header>
      <ul className="ev-now">
        {rows.map((row) => <Now key={row.vehicle_id} row={row} mark={usage.setting.low_percent} />)}
      </ul>
    </section>
  );
}

function Now({ row, mark }: { row: EvRow; mark: number }) {
  const t = useText('ev');
  const format = useFormat();
  const soc = row.soc_percent;
  const enough = row.enough === 'short' && row.need_m !== undefined && row.range_m !== undefined
    ? t('shortBy', { distance: format.distance(row.need_m - row.range_m, 0) })
    : t(`enough.${row.enough}`);
  return (
    <li>
      <b>{row.vehicle_name}</b>
      <span className="ev-charging">{row.charging ? <><Icon name="charging" small /> <span className="s12">{`${format.number(row.power_kw, 1)} kW`}</span></> : null}</span>
      <span className={row.low ? 'ev-bar low' : row.charging ? 'ev-bar charging' : 'ev-bar'} aria-hidden="true">
        <i style={{ width: `${Math.min(100, soc ?? 0)}%` }} />
        <u style={{ left: `${mark}%` }} />
      </span>
      <b className="num">{soc === undefined ? '–' : format.percent(soc)}</b>
      <span className="num">{row.range_m === undefined ? '–' : format.distance(row.range_m, 0)}</span>
      <Need row={row} />
      <span className={`ev-${row.enough}`}>{enough}</span>
    </li>
  );
}

/** How far it has to go today; who may change that does so here. */
function Need({ row }: { row: EvRow }) {
  const t = useText('ev');
  const format = useFormat();
  const queries = useQueryClient();
  const mayEdit = usePermission('editEvSettings');
  const [isOpen, setOpen] = useState(false);
  const said = row.need_m ? t('needs', { distance: format.distance(row.need_m, 0) }) : '';
  const how = t(row.need_entered ? 'needEntered' : 'needLearned');
  if (!mayEdit) return <span className="num t2" title={how}>{said}</span>;
  return (
    <span className="num">
      <Button variant="quiet" size="small" title={row.need_m ? how : undefined} aria-label={t('setNeedOf', { name: row.vehicle_name })} onClick={() => setOpen(true)}>
        {said || t('setNeed')}
      </Button>
      {isOpen ? (
          <NumberDialog
            title={t('setNeedOf', { name: row.vehicle_name })}
            label={t('need')}
            hint={t('needHint')}
            quantity="distance"
            value={row.need_entered ? (row.need_m ?? null) : null}
            least={0}
            most={2_000_000}
            isOptional
            onClose={() => setOpen(false)}
            onSave={async (metres) => {
              await setNeed(row.vehicle_id, metres);
              await queries.invalidateQueries({ queryKey: ['ev', 'usage'] });
            }}
          />
      ) : null}
    </span>
  );
}
