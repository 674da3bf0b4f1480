import { useMemo } from 'react';

import { CursorProvider, ImuChart, SpeedChart, type HarshThresholds } from '../charts';
import type { ImuSample } from '../device-files/imu-file';
import type { TrackingSample } from '../device-files/tracking-file';
import { useBands } from '../preferences';
import type { PlayerEvent } from './channel';
import { useClockCursor } from './clock-cursor';
import { useClock, useClockState } from './clock-context';

export interface EvidenceChartsProps {
  tracking?: readonly TrackingSample[] | undefined;
  imu?: readonly ImuSample[] | undefined;
  event?: PlayerEvent | undefined;
  /** From where an acceleration is harsh and severe, in g; see ImuChart. */
  thresholds?: HarshThresholds | undefined;
  isFullScreen?: boolean;
}

/** Speed and acceleration on the clock around: they follow it, and move it. A chart without samples is left out. */
export function EvidenceCharts({ tracking, imu, event, thresholds, isFullScreen = false }: EvidenceChartsProps) {
  const clock = useClock();
  const cursor = useClockCursor(clock);
  const bands = useBands();
  const { span } = useClockState(clock);
  const speeds = useMemo(() => tracking?.map(({ time, speedKmh, speedLimitKmh }) => ({ at: time, speedKmh, limitKmh: speedLimitKmh ?? null })), [tracking]);
  const forces = useMemo(() => imu?.map(({ time, x, y, z }) => ({ at: time, x, y, z: z - 1 })), [imu]);
  const shared = { isFullScreen, ...(event ? { event } : {}), ...(span.to > span.from ? { span } : {}) };
  return (
    <CursorProvider cursor={cursor}>
      {speeds ? <SpeedChart {...shared} samples={speeds} bands={bands} /> : null}
      {forces ? <ImuChart {...shared} samples={forces} {...(thresholds ? { thresholds } : {})} /> : null}
    </CursorProvider>
  );
}
