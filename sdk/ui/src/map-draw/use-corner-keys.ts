import type { Map as LeafletMap } from 'leaflet';
import { useRef, useState, type RefObject } from 'react';

import { useText } from '../i18n';
import { cornersOf, type Position, type Shape } from '../map/shape';
import { nudged } from './nudge';

interface CornerKeys {
  /** Where the chosen corner is; undefined: none is chosen. */
  at: Position | undefined;
  /** What a screen reader says. */
  said: string;
  choose: (index: number | undefined) => void;
  nudge: (index: number, stepsX: number, stepsY: number) => void;
  /** What is typed or removed. */
  change: (shape: Shape) => void;
}

/** Corners by keyboard: one is chosen by its focus, and all moves of it while it has that are one step to undo. */
export function useCornerKeys(map: RefObject<LeafletMap | undefined>, shape: Shape | null, change: (shape: Shape) => void, amend: (shape: Shape) => void): CornerKeys {
  const t = useText();
  const [chosen, setChosen] = useState<number>();
  const [said, setSaid] = useState('');
  const moving = useRef(false);
  const corners = shape ? cornersOf(shape) : [];
  return {
    at: chosen === undefined ? undefined : corners[chosen],
    said,
    choose: (index) => {
      moving.current = false;
      setChosen(index);
    },
    nudge: (index, stepsX, stepsY) => {
      const moved = map.current && shape ? nudged(map.current, shape, index, stepsX, stepsY) : undefined;
      if (!moved) return;
      (moving.current ? amend : change)(moved.shape);
      moving.current = true;
      setSaid(t('draw.moved', { n: index + 1, lat: moved.at[1].toFixed(6), lng: moved.at[0].toFixed(6) }));
    },
    change: (next) => {
      moving.current = false;
      const left = cornersOf(next).length;
      if (left < corners.length) setSaid(t('draw.removed', { n: left }));
      change(next);
    },
  };
}
