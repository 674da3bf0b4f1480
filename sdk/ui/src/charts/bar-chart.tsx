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

/** Amounts side by side, each with its value. */
export function BarChart({ title, unit, categories, height = 200, formatValue }: BarChartProps) {
  const format = useFormat();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [isTable, setTable] = useState(false);
  const write = useMemo(() => formatValue ?? ((value: number) => format.number(value, 1)), [formatValue, format]);
  const axis = valueAxis(0, Math.max(1, ...categories.map(({ value }) => value)), 4);
  return (
    <ChartFrame title={title} {...(unit ? { unit } : {})} isEmpty={categories.length === 0} height={height} isTable={isTable} onTable={setTable}>
      {isTable ? (
        <CategoryTable title={title} categories={categories} write={write} height={height} />
      ) : (
        <div ref={box} style={{ height }} role="img" aria-label={`${title}: ${categories.map(({ label, value }) => `${label} ${write(value)}`).join(', ')}`}>
          {width > 0 ? (
            <Recharts width={width} height={height} data={[...categories]} margin={{ top: 18, right: 8, bottom: 0, left: 0 }} accessibilityLayer={false}>
              <CartesianGrid vertical={false} stroke="var(--grid)" />
              <XAxis dataKey="label" tickLine={false} axisLine={false} height={22} tick={{ fill: 'var(--text-3)', fontSize: 11 }} interval={0} />
              <YAxis width={44} ticks={axis.ticks} domain={[...axis.domain]} tickFormatter={write} tickLine={false} axisLine={false} tick={{ fill: 'var(--text-3)', fontSize: 11 }} />
              <Bar dataKey="value" radius={[4, 4, 0, 0]} maxBarSize={44} isAnimationActive={false}>
                {categories.map((category, index) => (
                  <Cell key={category.id} fill={category.color ?? colorOf(category, categories.some(({ color }) => color) ? index : 1)} />
                ))}
                <LabelList dataKey="value" position="top" formatter={(value) => write(Number(value))} fill="var(--text-2)" fontSize={11} fontWeight={600} />
              </Bar>
            </Recharts>
          ) : null}
        </div>
      )}
    </ChartFrame>
  );
}
