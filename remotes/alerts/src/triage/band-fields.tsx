import { useFormat, useText } from '@outrider/sdk';
import { useId } from 'react';

import { bandProblems, type TypedBand } from './bands';
import { overspeedTypes, type OverspeedType } from './overspeed';

interface BandFieldsProps {
  bands: readonly TypedBand[];
  /** Whether vehicles are chosen that a band can be for alone. */
  hasVehicles: boolean;
  onChange: (bands: TypedBand[]) => void;
}

/** The four bands of speeding: from where each begins, whether its alerts are shown, and for which vehicles. */
export function BandFields({ bands, hasVehicles, onChange }: BandFieldsProps) {
  const t = useText('alerts');
  const problems = bandProblems(bands);
  return (
    <fieldset className="bands">
      <legend>{t('speedingFilter.bands')}</legend>
      <p className="s12 t2">{t('speedingFilter.bandsHint')}</p>
      {bands.map((band, at) => (
        <BandField key={band.name} band={band} problem={problems[at]} hasVehicles={hasVehicles} onChange={(part) => onChange(bands.map((one, other) => (other === at ? { ...one, ...part } : one)))} />
      ))}
    </fieldset>
  );
}

interface BandFieldProps {
  band: TypedBand;
  problem: ReturnType<typeof bandProblems>[number];
  hasVehicles: boolean;
  onChange: (part: Partial<TypedBand>) => void;
}

function BandField({ band, problem, hasVehicles, onChange }: BandFieldProps) {
  const t = useText('alerts');
  const { speedUnit } = useFormat();
  const noteId = useId();
  const name = t(`speedingFilter.band.${band.name}`);
  const isTold = problem !== undefined && band.text !== '';
  const isSet = band.type !== 'none';
  return (
    <div className="band" role="group" aria-label={name}>
      <label className="band-name">
        <input type="checkbox" checked={isSet && band.isShown} disabled={!isSet} onChange={(event) => onChange({ isShown: event.target.checked })} />
        {name}
      </label>
      <select className="chip" aria-label={t('speedingFilter.begins', { band: name })} value={band.type} onChange={(event) => onChange({ type: event.target.value as OverspeedType })}>
        {overspeedTypes.map((type) => (
          <option key={type} value={type}>
            {t(`speedingFilter.begin.${type}`, { unit: speedUnit })}
          </option>
        ))}
      </select>
      {isSet ? (
        <input className="alerts-input" inputMode="decimal" aria-label={t('speedingFilter.value', { band: name })} aria-invalid={isTold} aria-describedby={noteId} value={band.text} onChange={(event) => onChange({ text: event.target.value })} />
      ) : null}
      {isSet && hasVehicles ? (
        <label className="band-vehicles">
          <input type="checkbox" checked={band.vehiclesOnly} onChange={(event) => onChange({ vehiclesOnly: event.target.checked })} />
          {t('speedingFilter.vehiclesOnly')}
        </label>
      ) : null}
      <p id={noteId} className="overspeed-problem" role={isTold ? 'alert' : undefined}>
        {isTold ? t(problem.message, { unit: speedUnit, bound: problem.bound }) : ''}
      </p>
    </div>
  );
}
