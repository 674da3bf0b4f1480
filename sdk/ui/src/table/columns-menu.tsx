import { Popover } from '@mui/material';
import { useState } from 'react';

import { Button, IconButton, Segment } from '../buttons';
import { useText } from '../i18n';
import { Icon } from '../icons';
import { densities, saveDensity, useDensity } from '../preferences';
import type { TableColumn } from './column';
import { usualColumns } from './use-columns';

interface ColumnsMenuProps<Row> {
  columns: TableColumn<Row>[];
  /** Those that show, in their order. */
  shown: TableColumn<Row>[];
  /** Undefined: as without a choice. */
  onChange: (columns: string[] | undefined) => void;
}

/** Which columns show, in which order, and how high the rows are. */
export function ColumnsMenu<Row>({ columns, shown, onChange }: ColumnsMenuProps<Row>) {
  const t = useText();
  const density = useDensity();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const ids = shown.map(({ id }) => id);
  const listed = [...shown, ...columns.filter(({ id }) => !ids.includes(id))];
  const change = (next: string[]) => onChange(next.join() === usualColumns(columns).join() ? undefined : next);
  const move = (from: number, to: number) => change(ids.toSpliced(from, 1).toSpliced(to, 0, ids[from] ?? ''));
  return (
    <>
      <IconButton variant="outlined" aria-haspopup="dialog" label={t('table.columns')} onClick={(event) => setAnchor(event.currentTarget)}>
        <Icon name="columns" small />
      </IconButton>
      <Popover open={anchor !== undefined} anchorEl={anchor ?? null} onClose={() => setAnchor(undefined)} anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }} transformOrigin={{ vertical: 'top', horizontal: 'right' }} slotProps={{ paper: { role: 'dialog', 'aria-label': t('table.columns'), sx: { mt: '4px' } } }}>
        <div className="table-columns">
          <ul>
            {listed.map(({ id, label, fixed }, at) => {
              const on = ids.includes(id);
              return (
                <li key={id} className="row">
                  <label className="row grow">
                    <input type="checkbox" className="tick" checked={on} disabled={fixed === true} onChange={(event) => change(event.target.checked ? [...ids, id] : ids.filter((one) => one !== id))} />
                    <span className="ell">{label}</span>
                  </label>
                  <IconButton size="small" disabled={!on || at === 0} label={t('table.moveUp', { name: label })} onClick={() => move(at, at - 1)}>
                    <Icon name="arrow-up" small />
                  </IconButton>
                  <IconButton size="small" disabled={!on || at === ids.length - 1} label={t('table.moveDown', { name: label })} onClick={() => move(at, at + 1)}>
                    <Icon name="arrow-up" small className="falls" />
                  </IconButton>
                </li>
              );
            })}
          </ul>
          <div className="row table-columns-foot">
            <span className="seg" role="group" aria-label={t('table.density')}>
              {densities.map((one) => (
                <Segment key={one} isOn={one === density} onClick={() => void saveDensity(one)}>
                  {t(`table.${one}`)}
                </Segment>
              ))}
            </span>
            <span className="grow" />
            <Button variant="quiet" size="small" onClick={() => onChange(undefined)}>
              {t('table.resetColumns')}
            </Button>
          </div>
        </div>
      </Popover>
    </>
  );
}
