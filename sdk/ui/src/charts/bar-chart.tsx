import { useMemo, useRef, useState } from 'react';
import { Bar, BarChart as Recharts, CartesianGrid, Cell, LabelList, XAxis, YAxis } from 'recharts';

import { labelled } from '../i18n';
import { useFormat } from '../units';
import { colorOf, type Category } from './categories';
import { CategoryTable } from './category-table';
import { ChartFrame } from './chart-frame';
import { valueAxis } from './ticks';
import { useWidth } from './use-size';

export interface BarChartProps {
  title: string;
  unit?: string;
  categories: readonly Category[];
  /** In pixels; bars that lie one below the other take more where their names need it. */
  height?: number;
  /** How a value is written; a plain number without it. */
  formatValue?: (value: number) => string;
}

/** Amounts side by side, each with its value; one below the other where their names would not fit side by side. */
export function BarChart({ title, unit, categories, height = 200, formatValue }: BarChartProps) {
  const format = useFormat();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [isTable, setTable] = useState(false);
  const write = useMemo(() => formatValue ?? ((value: number) => format.number(value, 1)), [formatValue, format]);
  const isLying = width > 0 && nameWidth(categories) + gapPx > (width - axisPx) / categories.length;
  const plotHeight = isLying ? Math.max(height, rowPx * categories.length + namesPx) : height;
  return (
    <ChartFrame title={title} {...(unit ? { unit } : {})} isEmpty={categories.length === 0} height={height} isTable={isTable} onTable={setTable}>
      {isTable ? (
        <CategoryTable title={title} categories={categories} write={write} height={height} />
      ) : (
        <div ref={box} style={{ height: plotHeight }} role="img" aria-label={labelled(title, categories.map(({ label, value }) => `${label} ${write(value)}`).join(', '))}>
          {width > 0 ? <Bars {...{ categories, width, height: plotHeight, isLying, write }} /> : null}
        </div>
      )}
    </ChartFrame>
  );
}

interface BarsProps {
  categories: readonly Category[];
  width: number;
  height: number;
  isLying: boolean;
  write: (value: number) => string;
}

/** The place of the axis of values and of that of names, a row of bars that lie, how wide a letter of a name is about, and what is free between two names; in pixels. */
const axisPx = 44;
const namesPx = 22;
const rowPx = 20;
const letterPx = 6.2;
const gapPx = 8;
const tick = { fill: 'var(--text-3)', fontSize: 11 };

function nameWidth(categories: readonly Category[]): number {
  return letterPx * Math.max(0, ...categories.map(({ label }) => label.length));
}

/** How much place the longest of some values needs, as it is written. */
function valueWidth(values: readonly number[], write: (value: number) => string): number {
  return letterPx * Math.max(0, ...values.map((value) => write(value).length));
}

function Bars({ categories, width, height, isLying, write }: BarsProps) {
  const axis = valueAxis(0, Math.max(1, ...categories.map(({ value }) => value)), 4);
  const axisWidth = Math.max(axisPx, valueWidth(axis.ticks, write) + 10);
  const hasLabels = isLying || valueWidth(categories.map(({ value }) => value), write) < (width - axisWidth) / categories.length; // they would lie over each other
  const values = { type: 'number', ticks: axis.ticks, domain: [...axis.domain], tickFormatter: write, tickLine: false, axisLine: false, tick } as const;
  const names = { type: 'category', dataKey: 'label', tickLine: false, axisLine: false, tick, interval: 0 } as const;
  return (
    <Recharts layout={isLying ? 'vertical' : 'horizontal'} width={width} height={height} data={[...categories]} margin={{ top: isLying ? 0 : 18, right: isLying ? 36 : 8, bottom: 0, left: 0 }} accessibilityLayer={false}>
      <CartesianGrid horizontal={!isLying} vertical={isLying} stroke="var(--grid)" />
      {isLying ? <XAxis {...values} height={namesPx} /> : <XAxis {...names} height={namesPx} />}
      {isLying ? <YAxis {...names} width={Math.min(width / 2, nameWidth(categories) + 12)} /> : <YAxis {...values} width={axisWidth} />}
      <Bar dataKey="value" radius={isLying ? [0, 4, 4, 0] : [4, 4, 0, 0]} maxBarSize={isLying ? 18 : 44} isAnimationActive={false}>
        {categories.map((category, index) => (
          <Cell key={category.id} fill={category.color ?? colorOf(category, categories.some(({ color }) => color) ? index : 1)} />
        ))}
        {hasLabels ? <LabelList dataKey="value" position={isLying ? 'right' : 'top'} formatter={(value) => write(Number(value))} fill="var(--text-2)" fontSize={11} fontWeight={600} /> : null}
      </Bar>
    </Recharts>
  );
}
