// The settings alone have a slider: it stays out of what the shell shares and loads first.
// eslint-disable-next-line no-restricted-imports
import Slider from '@mui/material/Slider';
import { bandsEnd, Button, formatSettings, saveBands, toast, useBands, useFormat, useSession, useText, type Bands } from '@outrider/sdk';
import { useEffect, useState, type CSSProperties } from 'react';

import { BandField } from './band-field';
import { editableBands, moved, problemOf, sameBands } from './edit-bands';

/** Edits the floors of the speeding bands: a slider whose handles cannot cross, the same as numbers, and what the colours mean. */
export function BandsEditor() {
  const t = useText('shell');
  const tSdk = useText();
  const stored = useBands();
  const format = useFormat();
  const { units } = formatSettings(useSession());
  const end = bandsEnd(units);
  const [bands, setBands] = useState<Bands>(stored);
  const key = stored.join(' ');
  useEffect(() => setBands(key.split(' ').map(Number) as unknown as Bands), [key]);

  const changed = !sameBands(bands, stored);
  const problems = editableBands.map((_, index) => problemOf(bands, index));
  const valid = problems.every((problem) => problem === undefined);
  const save = async () => {
    if (await saveBands(bands)) {
      toast(t('bands.saved'));
    }
  };

  return (
    <div className="bands">
      <Legend />
      <Slider
        className="bands-slider"
        style={scaleOf(bands, end)}
        value={[...bands]}
        min={0}
        max={end}
        disableSwap
        track={false}
        marks={[...Array.from({ length: end / 10 + 1 }, (_, i) => ({ value: i * 10, label: String(i * 10) }))]}
        getAriaLabel={(index) => t(`bands.${editableBands[index] ?? 'end'}`)}
        getAriaValueText={(value) => `${value} ${format.speedUnit}`}
        onChange={(_, value) => Array.isArray(value) && setBands(moved(bands, value, end))}
      />
      <div className="bands-fields">
        {editableBands.map((name, index) => (
          <BandField key={name} label={t(`bands.${name}`)} unit={format.speedUnit} value={bands[index] ?? 0} problem={problems[index]} onChange={(value) => setBands(bands.with(index, value) as unknown as Bands)} />
        ))}
        <BandField label={t('bands.end')} unit={format.speedUnit} value={end} />
      </div>
      <div className="bands-actions">
        <Button disabled={!changed} onClick={() => setBands(stored)}>
          {tSdk('action.cancel')}
        </Button>
        <Button variant="primary" disabled={!changed || !valid} onClick={() => void save()}>
          {tSdk('action.save')}
        </Button>
      </div>
    </div>
  );
}

function Legend() {
  const t = useText('shell');
  return (
    <div className="legend bands-legend">
      {editableBands.map((name) => (
        <span key={name}>
          <i className={`band-${name}`} />
          {t(`bands.${name}`)}
        </span>
      ))}
    </div>
  );
}

/** Where the colours of the scale change. */
function scaleOf(bands: Bands, end: number): CSSProperties {
  const at = (value: number) => `${Math.max(0, Math.min(100, (value / end) * 100))}%`;
  return { '--moderate-at': at(bands[0]), '--excessive-at': at(bands[1]), '--severe-at': at(bands[2]) } as CSSProperties;
}
