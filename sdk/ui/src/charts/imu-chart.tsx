import { useMemo } from 'react';

import { useText } from '../i18n';
import { TimeChart, type TimeChartProps } from './time-chart';
import type { Level, Series } from './time-series';

/** Heights of an IMU chart in a page and in full screen, in pixels. */
export const imuChartHeight = { page: 120, fullScreen: 230 } as const;

/** From where an acceleration is harsh and severe, in g and to the side that counts: below zero for braking and for what pulls to the right. */
export interface HarshThresholds {
  /** Without it nothing is harsh that is not severe. */
  harsh?: number;
  severe: number;
}

/** How far the axis reaches at least, and beyond a threshold, in g. */
const leastG = 0.5;
const roomG = 0.05;

/** One sample of a motion sensor, in g. */
export interface ImuSample {
  /** Milliseconds. */
  at: number;
  x: number | null;
  y: number | null;
  z: number | null;
}

export interface ImuChartProps extends Pick<TimeChartProps, 'event' | 'onSeek' | 'span'> {
  /** In the order of time. */
  samples: readonly ImuSample[];
  thresholds?: HarshThresholds;
  isFullScreen?: boolean;
}

/** Acceleration over time: x braking, y cornering, z bumps. */
export function ImuChart({ samples, thresholds, isFullScreen = false, ...rest }: ImuChartProps) {
  const t = useText();
  const times = useMemo(() => samples.map(({ at }) => at), [samples]);
  const series = useMemo<Series[]>(
    () => (['x', 'y', 'z'] as const).map((axis) => ({ id: axis, label: t(`chart.${axis}`), short: axis, color: `var(--axis-${axis})`, values: samples.map((sample) => sample[axis]) })),
    [samples, t],
  );
  const { harsh, severe } = thresholds ?? {};
  const levels = useMemo<Level[]>(
    () => [
      ...(harsh === undefined ? [] : [{ value: harsh, label: t('chart.harsh'), color: 'var(--warn-text)', shade: true }]),
      ...(severe === undefined ? [] : [{ value: severe, label: t('chart.severeLevel'), color: 'var(--error-text)', shade: true }]),
    ],
    [harsh, severe, t],
  );
  return (
    <TimeChart
      {...rest}
      title={t('chart.acceleration')}
      unit="g"
      times={times}
      series={series}
      levels={levels}
      digits={2}
      height={isFullScreen ? imuChartHeight.fullScreen : imuChartHeight.page}
      atLeast={[Math.min(-leastG, (severe ?? 0) - roomG), Math.max(leastG, (severe ?? 0) + roomG)]}
    />
  );
}
