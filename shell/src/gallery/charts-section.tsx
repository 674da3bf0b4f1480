import { useFormat } from '@outrider/sdk';
import { BarChart, CursorProvider, DonutChart, ImuChart, SpeedChart, useCursorTime, type ImuSample, type SpeedSample } from '@outrider/sdk/charts';
import { useMemo, useState } from 'react';

import type { GallerySection } from './section';
import { Specimen } from './specimen';

const start = Date.UTC(2026, 10, 21, 14, 31, 52);
const event = { at: start + 15_000, label: 'Harsh braking' };

/** A truck that brakes hard after 12 s: 30 s at `perSecond` samples a second. */
function braking(perSecond: number): { speed: SpeedSample[]; imu: ImuSample[] } {
  const count = 30 * perSecond;
  const noise = (index: number, seed: number) => Math.sin(index * 12.9898 * seed) * Math.cos(index * 4.1 + seed) * 0.025;
  const at = (index: number) => start + (index / perSecond) * 1000;
  const bump = (second: number, centre: number, wide: number) => Math.exp(-(((second - centre) / wide) ** 2));
  return {
    speed: Array.from({ length: count + 1 }, (_, index) => {
      const second = index / perSecond;
      const speed = second < 12.5 ? 91 + Math.sin(second) : second < 17.5 ? 91 - (second - 12.5) * 12.8 : 27 + (second - 17.5) * 2.4;
      return { at: at(index), speedKmh: speed };
    }),
    imu: Array.from({ length: count + 1 }, (_, index) => {
      const second = index / perSecond;
      return { at: at(index), x: noise(index, 1) - 0.52 * bump(second, 15, 1.6), y: noise(index, 2) + 0.1 * bump(second, 16, 1), z: noise(index, 3) + 0.06 * bump(second, 14.5, 0.4) };
    }),
  };
}

/** A day at 50,000 samples: enough to show that only what is seen is drawn. */
function wholeDay(): SpeedSample[] {
  const night = Date.UTC(2026, 10, 21);
  return Array.from({ length: 50_000 }, (_, index) => {
    const hour = (index / 50_000) * 24;
    const isDriving = (hour > 6 && hour < 11.5) || (hour > 12.5 && hour < 17);
    const speed = isDriving ? Math.max(0, 70 + Math.sin(hour * 9) * 25 + Math.sin(index / 7) * 6 + Math.sin(index / 900) * 12) : 0;
    return { at: night + hour * 3_600_000, speedKmh: speed, limitKmh: isDriving ? (hour % 2 < 1 ? 80 : 96) : null };
  });
}

function At() {
  const at = useCursorTime();
  const format = useFormat();
  return <p className="specimen-out">A video or a map’s marker hears: {at === undefined ? '–' : `${format.timeWithSeconds(at)} (${Math.round(at)})`}</p>;
}

function ChartsSection() {
  const { speed, imu } = useMemo(() => braking(10), []);
  const day = useMemo(() => wholeDay(), []);
  const [isFullScreen, setFullScreen] = useState(false);
  return (
    <div className="specimens">
      <Specimen wide title="One event, one cursor" note="Point, drag to zoom, double click for everything; with the keyboard: arrows, Page Up and Down, + and -, 0">
        <CursorProvider>
          <SpeedChart samples={speed} limitKmh={80.4672} event={event} isFullScreen={isFullScreen} />
          <ImuChart samples={imu} event={event} thresholds={{ harsh: -0.3, severe: -0.45 }} isFullScreen={isFullScreen} />
          <At />
        </CursorProvider>
        <label className="fld-tick-line">
          <input type="checkbox" checked={isFullScreen} onChange={() => setFullScreen(!isFullScreen)} /> Full-screen heights
        </label>
      </Specimen>
      <Specimen wide title="50,000 samples" note="A day with a limit that changes">
        <SpeedChart samples={day} isFullScreen />
      </Specimen>
      <Specimen title="Bars">
        <BarChart title="Alerts a day" categories={['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((label, index) => ({ id: label, label, value: [34, 41, 28, 52, 47, 12, 9][index] ?? 0 }))} />
      </Specimen>
      <Specimen title="Donut">
        <DonutChart
          title="Fleet status"
          caption="vehicles"
          categories={[
            { id: 'moving', label: 'Driving', value: 27, color: 'var(--moving)' },
            { id: 'idling', label: 'Idling', value: 6, color: 'var(--idling)' },
            { id: 'stationary', label: 'Park Mode', value: 20, color: 'var(--stationary)' },
            { id: 'offline', label: 'Offline', value: 7, color: 'var(--offline)' },
          ]}
        />
      </Specimen>
      <Specimen title="Nothing to draw">
        <SpeedChart samples={[]} />
      </Specimen>
      <Specimen title="Nothing in the ring">
        <DonutChart title="Nothing" categories={[]} />
      </Specimen>
    </div>
  );
}

/** Charts with a shared cursor. */
export const chartsSection: GallerySection = { id: 'charts', title: 'Charts', Component: ChartsSection };
