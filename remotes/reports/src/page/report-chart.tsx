import { Icon, IconButton, Segment, useFormat, useManifestText, useText } from '@outrider/sdk';
import { useState } from 'react';

import type { View } from '../api/report';
import { ChartColumns } from './chart-columns';
import { ChartLines } from './chart-lines';
import { chartModel, type Before } from './chart-model';
import { ChartTable } from './chart-table';
import type { ReportKind } from './report-kind';

import './chart.css';

interface ReportChartProps {
  type: ReportKind;
  view: View;
  /** The column of sub-totals, which divide the bars; empty: none. */
  groupBy: string;
  before: Before | undefined;
  isOff: boolean;
  onOff: (isOff: boolean) => void;
}

/** The picture of a report: its bars by the days, or one below the other, divided by the sub-totals, with a line for the time before. Where the pointer is, the legend has that bar's values. Who wants none has it off. */
export function ReportChart({ type, view, groupBy, before, isOff, onOff }: ReportChartProps) {
  const t = useText('reports');
  const tSdk = useText();
  const text = useManifestText();
  const [isTable, setTable] = useState(false);
  const [at, setAt] = useState<string>();
  const model = chartModel(type, view, groupBy, before, t('others'), useFormat());
  if (!model) return null;
  const { x, y, unit, bars, parts, average, write } = model;
  const title = `${text(y.label)} · ${view.chart_step ? t(`chart.${view.chart_step}`) : text(x.label)}`;
  const pointed = bars.find(({ id }) => id === at);
  return (
    <figure className="card rp-chart" aria-label={title}>
      <figcaption>
        <b className="s12 t2">{unit ? `${title}, ${unit}` : title}</b>
        <span className="legend num" hidden={isOff}>
          {pointed ? <b>{`${pointed.name} ${parts.length > 0 ? '' : write(pointed.value)}`}</b> : null}
          {parts.map(({ id, label, color, total }, index) => (
            <span key={id}>
              <i style={{ background: color }} />
              <span className="ell">{label}</span>
              <b>{write(pointed?.parts[index] ?? total)}</b>
            </span>
          ))}
          {average === undefined ? null : (
            <span>
              <i className="rp-dashed" />
              {t('averageBefore', { amount: write(average) })}
            </span>
          )}
        </span>
        {isOff ? null : (
          <IconButton size="small" isOn={isTable} label={tSdk('chart.table')} aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            <Icon name="columns" small />
          </IconButton>
        )}
        <span className="seg" role="group" aria-label={t('chartOn')}>
          <Segment isOn={!isOff} onClick={() => onOff(false)}>{t('chartOn')}</Segment>
          <Segment isOn={isOff} onClick={() => onOff(true)}>{t('chartOff')}</Segment>
        </span>
      </figcaption>
      {isOff ? null : isTable ? <ChartTable title={title} model={model} /> : model.isInTime ? <ChartColumns title={title} model={model} onPoint={setAt} /> : <ChartLines model={model} onPoint={setAt} />}
    </figure>
  );
}
