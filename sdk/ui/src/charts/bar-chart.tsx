import { useMemo, useRef, useState } from 'react';
import { Bar, BarChart as Recharts, CartesianGrid, Cell, LabelList, XAxis, YAxis } from 'recharts';

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
  /** In pixels. */
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
  return (
    <ChartFrame title={title} {...(unit ? { unit } : {})} isEmpty={categories.length === 0} height={height} isTable={isTable} onTable={setTable}>
      {isTable ? (
        <CategoryTable title={title} categories={categories} write={write} height={height} />
      ) : (
        <div ref={box} style={{ height }} role="img" aria-label={`${title}: ${categories.map(({ label, value }) => `${label} ${write(value)}`).join(', ')}`}>
          {width > 0 ? <Bars {...{ categories, width, height, write }} /> : null}
        </div>
      )}
    </ChartFrame>
  );
}

interface BarsProps {
  categories: readonly Category[];
  width: number;
  height: number;
  write: (value: number) => string;
}

/** The place of the values' axis, and how wide a letter of a name is about; in pixels. */
const axisPx = 44;
const letterPx = 6.2;
const tick = { fill: 'var(--text-3)', fontSize: 11 };

function Bars({ categories, width, height, write }: BarsProps) {
  const axis = valueAxis(0, Math.max(1, ...categories.map(({ value }) => value)), 4);
  const longest = letterPx * Math.max(0, ...categories.map(({ label }) => label.length));
  const isLying = longest > (width - axisPx) / categories.length;
  const values = { type: 'number', ticks: axis.ticks, domain: [...axis.domain], tickFormatter: write, tickLine: false, axisLine: false, tick } as const;
  const names = { type: 'category', dataKey: 'label', tickLine: false, axisLine: false, tick, interval: 0 } as const;
  return (
    <Recharts layout={isLying ? 'vertical' : 'horizontal'} width={width} height={height} data={[...categories]} margin={{ top: isLying ? 0 : 18, right: isLying ? 36 : 8, bottom: 0, left: 0 }} accessibilityLayer={false}>
      <CartesianGrid horizontal={!isLying} vertical={isLying} stroke="var(--grid)" />
      {isLying ? <XAxis {...values} height={22} /> : <XAxis {...names} height={22} />}
      {isLying ? <YAxis {...names} width={Math.min(width / 2, longest + 12)} /> : <YAxis {...values} width={axisPx} />}
      <Bar dataKey="value" radius={isLying ? [0, 4, 4, 0] : [4, 4, 0, 0]} maxBarSize={isLying ? 18 : 44} isAnimationActive={false}>
        {categories.map((category, index) => (
          <Cell key={category.id} fill={category.color ?? colorOf(category, categories.some(({ color }) => color) ? index : 1)} />
        ))}
        <LabelList dataKey="value" position={isLying ? 'right' : 'top'} formatter={(value) => write(Number(value))} fill="var(--text-2)" fontSize={11} fontWeight={600} />
      </Bar>
    </Recharts>
  );
}
