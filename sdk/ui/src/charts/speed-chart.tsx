import { useMemo } from 'react';

import { useText } from '../i18n';
import { defaultBands, speedIn, speedingLevel, useFormat, type Bands } from '../units';
import { TimeChart, type TimeChartProps } from './time-chart';
import type { Band, Level, Series } from './time-series';

/** Heights of a speed chart in a page and in full screen, in pixels. */
export const speedChartHeight = { page: 120, fullScreen: 210 } as const;

/** One speed of a vehicle. */
export interface SpeedSample {
  /** Milliseconds. */
  at: number;
  speedKmh: number | null;
  /** The limit there, when it is known. */
  limitKmh?: number | null;
}

export interface SpeedChartProps extends Pick<TimeChartProps, 'event' | 'onSeek' | 'span'> {
  /** In the order of time. */
  samples: readonly SpeedSample[];
  /** A limit for all of it; samples with one of their own have that. */
  limitKmh?: number | undefined;
  /** The user's floors; those of the unit system without them. */
  bands?: Bands;
  isFullScreen?: boolean;
}

const levels = ['moderate', 'excessive', 'severe'] as const;

/** Speed over time in the user's unit, with the limit, and coloured by how far it is over. */
export function SpeedChart({ samples, limitKmh, bands, isFullScreen = false, ...rest }: SpeedChartProps) {
  const t = useText();
  const format = useFormat();
  const { units } = format.settings;
  const floors = bands ?? defaultBands[units];
  const times = useMemo(() => samples.map(({ at }) => at), [samples]);
  const speeds = useMemo(() => samples.map(({ speedKmh }) => (speedKmh === null ? null : speedIn(units, speedKmh))), [samples, units]);
  const limits = useMemo(() => samples.map((sample) => inUnit(sample.limitKmh ?? limitKmh, (v) => speedIn(units, v))), [samples, limitKmh, units]);
  const series = useMemo<Series[]>(() => {
    const speed = { id: 'speed', label: t('chart.speed'), color: 'var(--secondary-text)', values: speeds, filled: true };
    const isVaried = limitKmh === undefined && limits.some((limit) => limit !== null);
    return isVaried ? [speed, { id: 'limit', label: t('chart.limitName'), color: 'var(--error)', values: limits }] : [speed];
  }, [t, speeds, limits, limitKmh]);
  const over = useMemo<Band[]>(
    () => levels.flatMap((level) => bandOf(level, t(`chart.${level}`), speeds, limits, floors)),
    [t, speeds, limits, floors],
  );
  const limit = limitKmh === undefined ? undefined : Math.round(speedIn(units, limitKmh));
  const lines = useMemo<Level[]>(() => (limit === undefined ? [] : [{ value: limit, label: t('chart.limit', { limit }), color: 'var(--error-text)' }]), [limit, t]);
  return (
    <TimeChart
      {...rest}
      title={t('chart.speed')}
      unit={format.speedUnit}
      times={times}
      series={series}
      bands={over}
      levels={lines}
      height={isFullScreen ? speedChartHeight.fullScreen : speedChartHeight.page}
      atLeast={[0, Math.max(40, (limit ?? 0) * 1.1)]}
    />
  );
}

/** Where the speed is over its limit by that level; a point more at each end, so that neighbours touch. */
function bandOf(level: (typeof levels)[number], label: string, speeds: (number | null)[], limits: (number | null)[], floors: Bands): Band[] {
  const isLevel = speeds.map((speed, index) => {
    const limit = limits[index];
    return speed !== null && typeof limit === 'number' && speedingLevel(speed - limit, floors) === level;
  });
  if (!isLevel.includes(true)) {
    return [];
  }
  const low = limits.map((limit, index) => (isLevel[index] || isLevel[index - 1] ? limit : null));
  const high = speeds.map((speed, index) => (low[index] === null ? null : Math.max(speed ?? 0, low[index] ?? 0)));
  return [{ id: level, label, color: `var(--band-${level})`, low, high }];
}

function inUnit(value: number | null | undefined, convert: (value: number) => number): number | null {
  return typeof value === 'number' ? convert(value) : null;
}
