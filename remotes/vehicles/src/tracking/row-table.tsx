import { Button, useText } from '@outrider/sdk';
import type { PlaybackClock } from '@outrider/sdk/player';
import { useState } from 'react';

import { useClockSecond } from './use-clock-second';

/** A cell: a line, and a quieter one below. */
export interface RowCell {
  lines: readonly string[];
  tone?: 'warn' | 'bad' | undefined;
}

/** A row and the time it is about, in Unix milliseconds; NaN: none. */
export interface ShownRow {
  key: string;
  fromMs: number;
  toMs: number;
  cells: readonly RowCell[];
}

interface RowTableProps {
  label: string;
  heads: readonly { label: string; isNumber: boolean }[];
  rows: readonly ShownRow[];
  clock: PlaybackClock;
  onFocus: (fromMs: number, toMs: number) => void;
}

/** As many rows are shown at first; more come by a button. */
const atFirst = 200;

/** Rows in the order of time. The one that the clock is in is marked; a click goes there. */
export function RowTable({ label, heads, rows, clock, onFocus }: RowTableProps) {
  const t = useText('tracking');
  const [shown, setShown] = useState(atFirst);
  const at = useClockSecond(clock);
  return (
    <>
      <table className="trk-table" aria-label={label}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head.label} scope="col" className={head.isNumber ? 'right' : ''}>{head.label}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row) => {
            const isNow = row.toMs > row.fromMs ? at >= row.fromMs && at <= row.toMs : Math.abs(at - row.fromMs) < 1000;
            const go = () => {
              if (Number.isNaN(row.fromMs)) return;
              clock.seek(row.fromMs, 'table');
              onFocus(row.fromMs, row.toMs);
            };
            return (
              <tr key={row.key} className={isNow ? 'on' : ''} {...(isNow ? { 'aria-current': 'time' as const } : {})} onClick={go}>
                {row.cells.map((cell, index) => (
                  <td key={heads[index]?.label ?? index} className={[heads[index]?.isNumber ? 'right num' : '', cell.tone ?? ''].join(' ').trim()}>
                    {index === 0 ? (
                      <button type="button" className="trk-go num" onClick={(event) => { event.stopPropagation(); go(); }}>{cell.lines[0]}</button>
                    ) : (
                      <span>{cell.lines[0]}</span>
                    )}
                    {cell.lines[1] ? <small>{cell.lines[1]}</small> : null}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      {rows.length > shown ? <Button variant="quiet" onClick={() => setShown(shown + atFirst)}>{t('table.more', { count: rows.length - shown })}</Button> : null}
    </>
  );
}
