import { defaultBands, kmPerMile, speedingLevel } from '@outrider/sdk';
import { CursorProvider, SpeedChart, useCursor, type SpeedSample } from '@outrider/sdk/charts';
import { LayerControl, MapLine, MapMarker, MapShape, MapView, shapeOf, useGround, useTileSettings, type LinePoint, type Shape } from '@outrider/sdk/map';
import { DrawMap } from '@outrider/sdk/map-draw';
import { useMemo, useState } from 'react';

import type { GallerySection } from './section';
import { Specimen } from './specimen';

const start = Date.UTC(2026, 10, 21, 9, 0);
const limitKmh = 80.4672;

/** Ten minutes along a road, faster than allowed in the middle. */
function drive(): (SpeedSample & LinePoint)[] {
  return Array.from({ length: 121 }, (_, index) => {
    const speedKmh = 76 + 36 * Math.exp(-(((index - 60) / 22) ** 2)) + Math.sin(index / 3) * 2;
    const level = speedingLevel((speedKmh - limitKmh) / kmPerMile, defaultBands['Imperial GB']);
    return { at: start + index * 5000, speedKmh, level, lat: 53.32 + index * 0.0011 + Math.sin(index / 18) * 0.006, lng: -2.42 + index * 0.0016 };
  });
}

/** Three days on the road at 50,000 points, with a stretch that is too fast now and then. */
function threeDays(): LinePoint[] {
  return Array.from({ length: 50_000 }, (_, index) => {
    const turn = index / 900;
    return { level: index % 500 < 450 ? 'none' : 'moderate', lat: 52.9 + Math.sin(turn / 3) * 0.9 + Math.sin(index / 37) * 0.01, lng: -1.6 + Math.cos(turn / 5) * 1.3 + Math.cos(index / 23) * 0.012 };
  });
}

function LongTrack() {
  const settings = useTileSettings();
  const ground = useGround(settings);
  const points = useMemo(() => threeDays(), []);
  return (
    <div style={{ height: 340 }}>
      <MapView label="Three days" settings={settings} ground={ground} view={{ lat: 52.9, lng: -1.6, zoom: 8 }}>
        <MapLine points={points} />
      </MapView>
    </div>
  );
}

const depot = shapeOf('circle', [[-2.36, 53.36]], 1500);
const yard = shapeOf('polygon', [[-2.28, 53.43], [-2.24, 53.44], [-2.23, 53.41], [-2.27, 53.4]]);

function Tracked() {
  const settings = useTileSettings();
  const ground = useGround(settings);
  const cursor = useCursor();
  const samples = useMemo(() => drive(), []);
  const [first] = samples;
  const follow = useMemo(
    () => (move: (lat: number, lng: number) => void) =>
      cursor.subscribe((at) => {
        const sample = samples[Math.round(((at ?? start) - start) / 5000)];
        if (sample) move(sample.lat, sample.lng);
      }),
    [cursor, samples],
  );
  return (
    <>
      <div style={{ height: 340 }}>
        <MapView label="A driven line" settings={settings} ground={ground} view={{ lat: 53.385, lng: -2.32, zoom: 12 }}>
          <LayerControl settings={settings} />
          {depot ? <MapShape shape={depot} label="Depot" color="var(--cat-4)" /> : null}
          {yard ? <MapShape shape={yard} label="Yard" /> : null}
          <MapLine points={samples} />
          <MapMarker kind="event" lat={samples[60]?.lat ?? 0} lng={samples[60]?.lng ?? 0} label="Severe speeding" color="var(--error)" onClick={() => cursor.set(start + 300_000, 'map')} />
          <MapMarker kind="place" lat={samples[120]?.lat ?? 0} lng={samples[120]?.lng ?? 0} label="End" />
          <MapMarker kind="dot" lat={first?.lat ?? 0} lng={first?.lng ?? 0} label="Cursor" color="var(--cursor)" follow={follow} />
        </MapView>
      </div>
      <SpeedChart samples={samples} limitKmh={limitKmh} event={{ at: start + 300_000, label: 'Severe speeding' }} />
    </>
  );
}

function Drawn({ label, first }: { label: string; first: Shape | null }) {
  const [shape, setShape] = useState<Shape | null>(first);
  return (
    <>
      <div className="specimen-draw">
        <DrawMap label={label} value={shape} onChange={setShape} view={{ lat: 53.4, lng: -2.3, zoom: 11 }} />
      </div>
      <pre className="specimen-out">{JSON.stringify(shape)}</pre>
    </>
  );
}

function MapSection() {
  return (
    <div className="specimens">
      <Specimen wide title="Line, marks and shapes" note="The dot follows the chart’s cursor; the diamond moves it">
        <CursorProvider>
          <Tracked />
        </CursorProvider>
      </Specimen>
      <Specimen wide title="50,000 points" note="Only what is seen is drawn, as finely as it can be seen">
        <LongTrack />
      </Specimen>
      <Specimen wide title="Drawing" note="Circle, polygon, rectangle, route; typed coordinates; undo by Ctrl+Z">
        <Drawn label="New geofence" first={null} />
      </Specimen>
      <Specimen wide title="Editing">
        <Drawn label="Geofence" first={yard ?? null} />
      </Specimen>
    </div>
  );
}

/** Maps and drawing on them. */
export const mapSection: GallerySection = { id: 'map', title: 'Map', Component: MapSection };
