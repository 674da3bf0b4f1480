import { useId, useState } from 'react';

import { Button, IconButton } from '../buttons';
import { useText } from '../i18n';
import { Icon } from '../icons';
import { readNumber, shownAs } from '../inputs/quantity';
import { cornersOf, shapeLimits, shapeOf, type Position, type Shape } from '../map/shape';
import { useFormat } from '../units';
import { CornerKey } from './corner-key';

interface CoordinatesProps {
  shape: Shape;
  onChange: (shape: Shape) => void;
  /** Which corner has the focus; undefined: none. */
  onChoose: (index: number | undefined) => void;
  /** Moves a corner by arrow keys, to the right and down. */
  onNudge: (index: number, stepsX: number, stepsY: number) => void;
}

/** A shape's corners to type and to move by keys: what the mouse can do on the map, the keyboard can do here. */
export function Coordinates({ shape, onChange, onChoose, onNudge }: CoordinatesProps) {
  const t = useText();
  const hint = useId();
  const corners = cornersOf(shape);
  const radius = shape.kind === 'circle' ? shape.radius_m : undefined;
  const canAdd = (shape.kind === 'polygon' || shape.kind === 'route') && corners.length < shapeLimits.mostPoints;
  const fewest = shape.kind === 'polygon' || shape.kind === 'route' ? shapeLimits.fewestPoints[shape.kind] : corners.length;
  const put = (next: Position[], radiusM = radius) => {
    const changed = shapeOf(shape.kind, next, radiusM);
    if (changed) onChange(changed);
  };
  const set = (index: number, axis: 0 | 1, value: number) => put(corners.map((corner, at) => (at === index ? (axis === 0 ? [value, corner[1]] : [corner[0], value]) : corner)));
  const remove = (index: number) => put(corners.filter((_, at) => at !== index));
  return (
    <div className="coords">
      {radius === undefined ? null : (
        <RadiusInput radiusM={radius} onChange={(value) => put(corners, value)} />
      )}
      <ol aria-label={t('draw.corners')}>
        {corners.map((corner, index) => (
          // A corner is its place in the list.
          <li key={index}>
            <CornerKey
              label={t('draw.point', { n: index + 1 })} hint={hint} number={index + 1} onChoose={(isChosen) => onChoose(isChosen ? index : undefined)} onNudge={(x, y) => onNudge(index, x, y)}
              {...(corners.length > fewest ? { onRemove: () => remove(index) } : {})}
            />
            <NumberInput label={t('draw.latitude', { n: index + 1 })} written={corner[1].toFixed(6)} read={readDegrees} min={-90} max={90} onChange={(value) => set(index, 1, value)} />
            <NumberInput label={t('draw.longitude', { n: index + 1 })} written={corner[0].toFixed(6)} read={readDegrees} min={-180} max={180} onChange={(value) => set(index, 0, value)} />
            {corners.length > fewest ? (
              <IconButton size="small" label={t('draw.removeCorner', { n: index + 1 })} onClick={() => remove(index)}>
                <Icon name="close" small />
              </IconButton>
            ) : null}
          </li>
        ))}
      </ol>
      <p className="t2 s12" id={hint}>{t('draw.keys')}</p>
      {canAdd ? (
        <Button variant="quiet" size="small" onClick={() => put([...corners, halfway(corners)])}>
          <Icon name="plus" small />
          {t('draw.addCorner')}
        </Button>
      ) : null}
    </div>
  );
}

/** A new corner between the last and the first one, which is in sight. */
function halfway(corners: Position[]): Position {
  const a: Position = corners.at(-1) ?? [0, 0];
  const b: Position = corners[0] ?? [0, 0];
  return [Number(((a[0] + b[0]) / 2).toFixed(6)), Number(((a[1] + b[1]) / 2).toFixed(6))];
}

/** The radius of a circle, in metres or feet. */
function RadiusInput({ radiusM, onChange }: { radiusM: number; onChange: (radiusM: number) => void }) {
  const t = useText();
  const format = useFormat();
  const { unit, digits, toUser, fromUser } = shownAs('length', format);
  const label = t('draw.radius', { unit });
  const read = (text: string) => fromUser(readNumber(text, format.settings.locale) ?? Number.NaN);
  return (
    <label className="coords-radius">
      {label}
      <NumberInput label={label} written={toUser(radiusM).toFixed(digits)} read={read} min={shapeLimits.radiusM.min} max={shapeLimits.radiusM.max} onChange={onChange} />
    </label>
  );
}

/** Degrees, with a comma or a point. */
function readDegrees(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text.replace(',', '.'));
}

interface NumberInputProps {
  label: string;
  /** The value as it is shown; typed like this it stays what it is, to its last digit. */
  written: string;
  read: (text: string) => number;
  min: number;
  max: number;
  onChange: (value: number) => void;
}

/** A number that is taken when it is right, on Enter or when it is left. */
function NumberInput({ label, written, read, min, max, onChange }: NumberInputProps) {
  const [text, setText] = useState<string>();
  const typed = text === undefined || text === written ? undefined : read(text);
  const isWrong = typed !== undefined && !(typed >= min && typed <= max);
  const take = () => {
    if (typed !== undefined && !isWrong) onChange(typed);
    setText(undefined);
  };
  return (
    <input
      className="coords-input num"
      inputMode="decimal"
      aria-label={label}
      aria-invalid={isWrong}
      value={text ?? written}
      onChange={(event) => setText(event.target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault();
          take();
        }
      }}
    />
  );
}
