import type { Map as LeafletMap } from 'leaflet';
import { useRef, useState, type ReactNode } from 'react';

import { Button } from '../buttons';
import { labelled, useText } from '../i18n';
import { Icon, type IconName } from '../icons';
import { LayerControl, useGround } from '../map/layer-control';
import { shapeBounds } from '../map/map-shape';
import { MapTool } from '../map/map-tool';
import { MapView } from '../map/map-view';
import { shapeOf, type Position, type Shape, type ShapeKind } from '../map/shape';
import { useTileSettings } from '../map/tile-settings';
import { useFormat } from '../units';
import { ChosenCorner } from './chosen-corner';
import { Coordinates } from './coordinates';
import { Drawing } from './drawing';
import { Measures } from './measures';
import { useCornerKeys } from './use-corner-keys';
import { useHistory } from './use-history';

import './map-draw.css';

export interface DrawMapProps {
  /** The accessible name of the map. */
  label: string;
  value: Shape | null;
  onChange: (shape: Shape | null) => void;
  /** What may be drawn. */
  kinds?: readonly ShapeKind[];
  /** A colour or token. */
  color?: string;
  /** Where the map is while there is no shape. */
  view?: { lat: number; lng: number; zoom: number };
  readOnly?: boolean;
  /** Other names of the kinds. */
  names?: Partial<Record<ShapeKind, string>>;
  /** Offers to have corners snap to what `children` draw. */
  snaps?: boolean;
  /** Laid over the map, or drawn on it. */
  children?: ReactNode;
  /** Beside the map, above the coordinates. */
  side?: ReactNode;
}

const every: readonly ShapeKind[] = ['circle', 'polygon', 'rectangle', 'route'];
const icons: Record<ShapeKind, IconName> = { circle: 'target', polygon: 'geofencing', rectangle: 'fit', route: 'tracking' };

/** A map to draw one shape on: by mouse or finger, or by typing its coordinates and moving its corners by keys; every step can be undone. */
export function DrawMap({ label, value, onChange, kinds = every, color = 'var(--secondary)', view, readOnly = false, names, snaps = false, children, side }: DrawMapProps) {
  const t = useText();
  const format = useFormat();
  const settings = useTileSettings();
  const ground = useGround(settings);
  const leaflet = useRef<LeafletMap>(undefined);
  const [drawing, setDrawing] = useState<ShapeKind | null>(null);
  const [edges, setEdges] = useState<number[]>();
  const [isSnapping, setSnapping] = useState(true);
  const nameOf = (kind: ShapeKind) => names?.[kind] ?? t(`draw.${kind}`);
  const { change, amend, undo, canUndo } = useHistory<Shape | null>(value, onChange);
  const keyboard = useCornerKeys(leaflet, value, change, amend);
  const ready = (map: LeafletMap) => {
    leaflet.current = map;
    if (value) map.fitBounds(shapeBounds(value).pad(0.3));
    return () => {
      leaflet.current = undefined;
    };
  };
  const keys = (event: React.KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key === 'z' && !(event.target instanceof HTMLInputElement)) {
      event.preventDefault();
      undo();
    } else if (event.key === 'Escape' && drawing) {
      event.stopPropagation();
      setDrawing(null);
    }
  };
  const typed = (kind: ShapeKind) => change(inView(kind, leaflet.current) ?? null);

  return (
    // The keys are those of the buttons, the map and the fields within.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="draw" onKeyDown={keys}>
      <div className="draw-map">
        <MapView label={label} settings={settings} ground={ground} onReady={ready} {...(view ? { view } : {})}>
          <LayerControl settings={settings} />
          {readOnly ? null : (
            <div className="o-map-tools column draw-tools" role="toolbar" aria-label={t('draw.tools')} aria-orientation="vertical">
              {kinds.map((kind) => (
                <MapTool key={kind} icon={icons[kind]} label={nameOf(kind)} aria-pressed={drawing === kind} onClick={() => setDrawing(drawing === kind ? null : kind)} />
              ))}
              {snaps ? (
                <MapTool icon="gps" label={t('draw.snap')} title={t('draw.snapHint')} aria-pressed={isSnapping} onClick={() => setSnapping(!isSnapping)} />
              ) : null}
              <MapTool icon="back" label={t('draw.undo')} disabled={!canUndo} onClick={undo} />
              <MapTool icon="close" label={t('draw.clear')} disabled={!value} onClick={() => change(null)} />
            </div>
          )}
          <div className="draw-notes">
            {edges ? <p className="float num">{edges.map((metres) => format.length(metres)).join(' · ')}</p> : null}
            {drawing ? <p className="float" role="status">{t(`draw.hint.${drawing}`)}</p> : null}
          </div>
          {children}
          <Drawing
            shape={value}
            drawing={drawing}
            snaps={snaps && isSnapping}
            color={color}
            onDrawn={(shape) => {
              setDrawing(null);
              change(shape);
            }}
            onEdited={change}
            onEdges={setEdges}
            readOnly={readOnly}
          />
          {keyboard.at ? <ChosenCorner at={keyboard.at} color={color} /> : null}
        </MapView>
      </div>
      {readOnly ? null : (
        <section className="draw-side" aria-label={labelled(label, t('draw.coordinates'))}>
          {side}
          <h3>{value ? nameOf(value.kind) : t('draw.coordinates')}</h3>
          {value ? (
            <>
              <Measures shape={value} />
              <Coordinates shape={value} onChange={keyboard.change} onChoose={keyboard.choose} onNudge={keyboard.nudge} />
              <p className="unseen" role="status">{keyboard.said}</p>
            </>
          ) : (
            <>
              <p className="t2">{t('draw.none')}</p>
              <div className="draw-start">
                {kinds.map((kind) => (
                  <Button key={kind} size="small" onClick={() => typed(kind)}>
                    <Icon name={icons[kind]} small />
                    {nameOf(kind)}
                  </Button>
                ))}
              </div>
            </>
          )}
        </section>
      )}
    </div>
  );
}

/** A shape in the middle of what is seen, to be changed by typing. */
function inView(kind: ShapeKind, map: LeafletMap | undefined): Shape | undefined {
  if (!map) {
    return undefined;
  }
  const { lat, lng } = map.getCenter();
  const bounds = map.getBounds();
  const [dLat, dLng] = [(bounds.getNorth() - bounds.getSouth()) / 6, (bounds.getEast() - bounds.getWest()) / 6];
  const at = (x: number, y: number): Position => [Number((lng + x * dLng).toFixed(6)), Number((lat + y * dLat).toFixed(6))];
  const corners = kind === 'circle' ? [at(0, 0)] : kind === 'polygon' ? [at(-1, -1), at(1, -1), at(0, 1)] : [at(-1, -1), at(1, 1)];
  return shapeOf(kind, corners, Math.min(100_000, Math.max(10, Math.round(map.distance([lat, lng], [lat + dLat, lng])))));
}
