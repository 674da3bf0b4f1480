import { useRef, useState } from 'react';
import { Bar, BarChart as Recharts, CartesianGrid, XAxis, YAxis } from 'recharts';

import { useText } from '../i18n';
import { useFormat } from '../units';
import { colorOf } from './categories';
import { ChartFrame } from './chart-frame';
import { valueAxis } from './ticks';
import { useWidth } from './use-size';

/** What a column is made of; the same in all columns. */
export interface StackPart {
  id: string;
  label: string;
}

/** One column: its name, and how much there is of each part by the part's id. */
export interface StackColumn {
  id: string;
  label: string;
  values: Readonly<Record<string, number>>;
}

export interface StackChartProps {
  title: string;
  /** From the bottom up, five at most: one for each of the categorical colours. */
  parts: readonly StackPart[];
  columns: readonly StackColumn[];
  /** In pixels. */
  height?: number;
}

const axisPx = 32;
const tick = { fill: 'var(--text-3)', fontSize: 11 };

/** Amounts of several parts on each other, column beside column. */
export function StackChart({ title, parts, columns, height = 160 }: StackChartProps) {
  const format = useFormat();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [isTable, setTable] = useState(false);
  const sums = columns.map(({ values }) => parts.reduce((sum, { id }) => sum + (values[id] ?? 0), 0));
  const legend = parts.map(({ id, label }, index) => ({ id, label, color: colorAt(index), isLine: false }));
  const said = `${title}: ${columns.map(({ label }, index) => `${label} ${format.number(sums[index])}`).join(', ')}`;
  return (
    <ChartFrame title={title} legend={legend} isEmpty={sums.every((sum) => sum === 0)} height={height} isTable={isTable} onTable={setTable}>
      {isTable ? (
        <StackTable {...{ title, parts, columns, height }} />
      ) : (
        <div ref={box} style={{ height }} role="img" aria-label={said}>
          {width > 0 ? <Columns {...{ parts, columns, width, height }} top={Math.max(1, ...sums)} /> : null}
        </div>
      )}
    </ChartFrame>
  );
}

const colorAt = (index: number) => colorOf({ id: '', label: '', value: 0 }, index);

function Columns({ parts, columns, width, height, top }: { parts: readonly StackPart[]; columns: readonly StackColumn[]; width: number; height: number; top: number }) {
  const format = useFormat();
  const axis = valueAxis(0, top, 3);
  return (
    <Recharts width={width} height={height} data={[...columns]} margin={{ top: 8, right: 4, bottom: 0, left: 0 }} accessibilityLayer={false}>
      <CartesianGrid vertical={false} stroke="var(--grid)" />
      <XAxis dataKey="label" tickLine={false} axisLine={false} tick={tick} height={22} interval="equidistantPreserveStart" minTickGap={12} />
      <YAxis type="number" width={axisPx} ticks={axis.ticks} domain={[...axis.domain]} tickFormatter={(value) => format.number(Number(value))} tickLine={false} axisLine={false} tick={tick} />
      {parts.map(({ id }, index) => (
        <Bar key={id} stackId="all" dataKey={({ values }: StackColumn) => values[id] ?? 0} fill={colorAt(index)} maxBarSize={28} isAnimationActive={false} stroke="var(--surface)" strokeWidth={1} />
      ))}
    </Recharts>
  );
}

function StackTable({ title, parts, columns, height }: Required<StackChartProps>) {
  const t = useText();
  const format = useFormat();
  return (
    // The table is scrolled by the keyboard too.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="chart-table" style={{ height }} tabIndex={0} role="region" aria-label={title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('chart.name')}</th>
            {parts.map(({ id, label }) => (
              <th key={id} scope="col">{label}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {columns.map(({ id, label, values }) => (
            <tr key={id}>
              <th scope="row">{label}</th>
              {parts.map((part) => (
                <td key={part.id} className="num">{format.number(values[part.id] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
