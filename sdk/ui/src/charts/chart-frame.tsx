import type { ReactNode } from 'react';

import { Button, IconButton } from '../buttons';
import { useText } from '../i18n';
import { Icon } from '../icons';
import { StateView } from '../states';

import './charts.css';

interface LegendEntry {
  id: string;
  label: string;
  color: string;
  isLine: boolean;
}

export interface ChartFrameProps {
  title: string;
  unit?: string;
  legend?: LegendEntry[];
  isEmpty: boolean;
  /** Of the place of the chart, in pixels; the empty state takes as much. */
  height: number;
  isTable: boolean;
  onTable: (isTable: boolean) => void;
  onResetZoom?: (() => void) | undefined;
  children: ReactNode;
}

/** Title, legend and tools around a chart; what there is to say when there is nothing to draw. */
export function ChartFrame({ title, unit, legend = [], isEmpty, height, isTable, onTable, onResetZoom, children }: ChartFrameProps) {
  const t = useText();
  return (
    <figure className="chart" aria-label={title}>
      <figcaption className="chart-head">
        <span className="chart-title">{unit ? `${title}, ${unit}` : title}</span>
        <span className="legend">
          {legend.map(({ id, label, color, isLine }) => (
            <span key={id}>
              <i className={isLine ? 'ln' : undefined} style={{ background: color }} />
              {label}
            </span>
          ))}
        </span>
        {onResetZoom ? (
          <Button variant="quiet" size="small" onClick={onResetZoom}>
            {t('chart.wholeTime')}
          </Button>
        ) : null}
        {isEmpty ? null : (
          <IconButton size="small" isOn={isTable} label={t('chart.table')} aria-pressed={isTable} onClick={() => onTable(!isTable)}>
            <Icon name="columns" small />
          </IconButton>
        )}
      </figcaption>
      {isEmpty ? (
        <div className="chart-empty" style={{ height }}>
          <StateView icon="reports" title={t('chart.empty')} role="status" />
        </div>
      ) : (
        children
      )}
    </figure>
  );
}
