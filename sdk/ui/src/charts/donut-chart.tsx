import { Cell, Pie, PieChart } from 'recharts';

import { useText } from '../i18n';
import { StateView } from '../states';
import { useFormat } from '../units';
import { colorOf, shareOf, type Category } from './categories';

import './charts.css';

export interface DonutChartProps {
  title: string;
  categories: readonly Category[];
  /** Said in the middle, below the sum. */
  caption?: string;
  /** Diameter in pixels. */
  size?: number;
  /** Makes the parts of the legend buttons. */
  onChoose?: (id: string) => void;
}

/** Parts of a whole: a ring with the sum in its middle, and a legend with every part's value and share. */
export function DonutChart({ title, categories, caption, size = 144, onChoose }: DonutChartProps) {
  const t = useText();
  const format = useFormat();
  const sum = categories.reduce((total, { value }) => total + value, 0);
  if (sum === 0) {
    return (
      <figure className="chart" aria-label={title}>
        <StateView icon="reports" title={t('chart.empty')} role="status" />
      </figure>
    );
  }
  return (
    <figure className="donut" aria-label={title}>
      <div className="donut-ring" style={{ width: size, height: size }} aria-hidden="true">
        <PieChart width={size} height={size} accessibilityLayer={false}>
          <Pie data={categories.filter(({ value }) => value > 0)} dataKey="value" nameKey="label" rootTabIndex={-1} innerRadius={size * 0.36} outerRadius={size * 0.48} startAngle={90} endAngle={-270} paddingAngle={1.5} stroke="none" isAnimationActive={false}>
            {categories.map((category, index) => (category.value > 0 ? <Cell key={category.id} fill={colorOf(category, index)} /> : null))}
          </Pie>
        </PieChart>
        <span className="donut-sum">
          <b className="num">{format.number(sum)}</b>
          {caption ? <span>{caption}</span> : null}
        </span>
      </div>
      <ul className="donut-legend">
        {categories.map((category, index) => {
          const words = (
            <>
              <i style={{ background: colorOf(category, index) }} />
              <span className="grow ell">{category.label}</span>
              <b className="num">{format.number(category.value)}</b>
              <span className="t3 num donut-share">{format.percent(shareOf(category, categories))}</span>
            </>
          );
          return <li key={category.id}>{onChoose ? <button type="button" className="donut-line" onClick={() => onChoose(category.id)}>{words}</button> : <span className="donut-line">{words}</span>}</li>;
        })}
      </ul>
    </figure>
  );
}
