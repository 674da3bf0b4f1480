import { Button, Icon, useFormat, useText, type TextKey } from '@outrider/sdk';

import type { Judged } from '../api/imports';
import { fieldName, saveProblems } from './files';

/** How many problems are shown; the file has all. */
const shown = 200;

/** What would become of the rows: what is wrong first, then how the first good ones are understood. */
export function Preview({ judged }: { judged: Judged }) {
  const t = useText('vehicle-import');
  const tVehicles = useText('vehicles');
  const { good, wrong, devices, unknown } = judged;
  return (
    <>
      <p role="status">
        {[t('good', { count: good }), t('wrong', { count: wrong }), ...(devices > 0 ? [t('devices', { count: devices })] : [])].join(' · ')}
      </p>
      {unknown.length > 0 ? <p className="t2">{t('unknown', { columns: unknown.slice(0, 20).join(', ') })}</p> : null}
      {wrong > 0 ? <Problems judged={judged} /> : null}
      {judged.first.length > 0 ? (
        <Scrolled label={t('preview')}>
          <thead>
            <tr>
              <th scope="col">{t('line')}</th>
              {(['vehicle_name', 'vehicle_type', 'group', 'key', 'device_id'] as const).map((field) => <th key={field} scope="col">{fieldName(tVehicles, field)}</th>)}
            </tr>
          </thead>
          <tbody>
            {judged.first.map((row) => (
              <tr key={row.line}>
                <td className="num" data-label={t('line')}>{row.line}</td>
                <td data-label={fieldName(tVehicles, 'vehicle_name')}>{row.vehicle_name}</td>
                <td data-label={fieldName(tVehicles, 'vehicle_type')}>{tVehicles(`type.${row.vehicle_type}` as TextKey<'vehicles'>)}</td>
                <td data-label={fieldName(tVehicles, 'group')}>{row.group}</td>
                <td data-label={fieldName(tVehicles, 'key')}>{row.key}</td>
                <td data-label={fieldName(tVehicles, 'device_id')}>{row.device_id}</td>
              </tr>
            ))}
          </tbody>
        </Scrolled>
      ) : null}
    </>
  );
}

function Problems({ judged: { problems, more } }: { judged: Judged }) {
  const t = useText('vehicle-import');
  const tVehicles = useText('vehicles');
  const format = useFormat();
  const heads = { line: t('line'), field: t('column'), value: t('value'), problem: t('what') };
  const named = problems.map((one) => ({ ...one, field: fieldName(tVehicles, one.field), problem: t(`problem.${one.problem}`) }));
  return (
    <>
      <Scrolled label={t('problems')}>
        <thead>
          <tr>{Object.values(heads).map((head) => <th key={head} scope="col">{head}</th>)}</tr>
        </thead>
        <tbody>
          {named.slice(0, shown).map(({ line, field, value, problem }) => (
            <tr key={`${line} ${field} ${problem}`}>
              <td className="num" data-label={heads.line}>{line}</td>
              <td data-label={heads.field}>{field}</td>
              <td className="ell" data-label={heads.value}>{value}</td>
              <td className="veh-import-wrong" data-label={heads.problem}>{problem}</td>
            </tr>
          ))}
        </tbody>
      </Scrolled>
      <p>
        <Button size="small" onClick={() => saveProblems(heads, named, { format, words: { yes: '', no: '' } })}>
          <Icon name="download" small />
          {t('saveProblems', { count: problems.length })}
        </Button>
        {more ? <span className="t2 s12"> {t('more')}</span> : null}
      </p>
    </>
  );
}

/** A table that scrolls, and that the keyboard reaches. */
function Scrolled({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="veh-import-rows" tabIndex={0} role="region" aria-label={label}>
      <table className="stacked">{children}</table>
    </div>
  );
}
