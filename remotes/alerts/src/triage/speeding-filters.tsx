import { Button, Chip, Icon, useFormat, useText } from '@outrider/sdk';
import { Dialog, DialogActions, DialogContent, DialogTitle } from '@outrider/sdk/mui';
import { useId, useState } from 'react';

import { BandFields } from './band-fields';
import { bandProblems, bandsOf, typedBands } from './bands';
import { anyOverspeed, overspeedProblem, overspeedTypes, shownValue, typedOverspeed, type OverspeedType } from './overspeed';
import { VehiclesOnly } from './vehicles-only';
import type { View } from './view';

interface SpeedingFiltersProps {
  view: View;
  go: (change: Partial<View>) => void;
}

/** Severities of the levels that can be chosen. */
const levels = [
  { severity: '3', label: 'speedingFilter.severe', className: 'severe' },
  { severity: '2', label: 'speedingFilter.excessive', className: 'excessive' },
  { severity: '1', label: 'speedingFilter.moderate', className: 'moderate' },
] as const;

/** A chip that opens the filters of speeding alerts: levels, and by how much at least. */
export function SpeedingFilters({ view, go }: SpeedingFiltersProps) {
  const t = useText('alerts');
  const [isOpen, setOpen] = useState(false);
  const chosen = view.severities.length + (view.over.type === 'none' ? 0 : 1) + (view.bands.length > 0 ? 1 : 0) + (view.vehicles.length > 0 ? 1 : 0);
  return (
    <>
      <Chip isOn={chosen > 0} aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(true)}>
        <Icon name="filter" small />
        {t('speedingFilter.title')}
        {chosen > 0 ? <b>{chosen}</b> : null}
      </Chip>
      {isOpen ? <FilterDialog view={view} go={go} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function FilterDialog({ view, go, onClose }: SpeedingFiltersProps & { onClose: () => void }) {
  const t = useText('alerts');
  const { settings, speedUnit } = useFormat();
  const titleId = useId();
  const [severities, setSeverities] = useState<readonly string[]>(view.severities);
  const [vehicles, setVehicles] = useState<readonly string[]>(view.vehicles);
  const [type, setType] = useState<OverspeedType>(view.over.type);
  const [text, setText] = useState(() => (view.over.type === 'none' ? '' : String(shownValue(view.over, settings.units))));
  const [bands, setBands] = useState(() => typedBands(view.bands, settings.units));
  const problem = overspeedProblem(type, text);
  const isWrong = problem !== undefined || bandProblems(bands).some((one) => one !== undefined);
  const isLevelFree = view.tab !== 'severe';
  const toggle = (one: string) => setSeverities(severities.includes(one) ? severities.filter((other) => other !== one) : [...severities, one]);
  const clear = () => {
    setSeverities([]);
    setVehicles([]);
    setType('none');
    setText('');
    setBands(typedBands([], settings.units));
  };
  const apply = () => {
    go({ severities, vehicles, bands: bandsOf(bands, settings.units).map((band) => ({ ...band, vehiclesOnly: band.vehiclesOnly && vehicles.length > 0 })), over: type === 'none' ? anyOverspeed : typedOverspeed(type, Number(text.replace(',', '.')), settings.units) });
    onClose();
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{t('speedingFilter.title')}</DialogTitle>
      <DialogContent>
        {isLevelFree ? (
          <div className="speeding-levels" role="group" aria-label={t('filter.severity')}>
            {levels.map(({ severity, label, className }) => (
              <Chip key={severity} isOn={severities.includes(severity)} className={className} aria-pressed={severities.includes(severity)} onClick={() => toggle(severity)}>
                {t(label)}
              </Chip>
            ))}
          </div>
        ) : null}
        <OverspeedFields {...{ type, text }} problem={problem && t(problem, { unit: speedUnit })} onType={setType} onText={setText} />
        <BandFields bands={bands} hasVehicles={vehicles.length > 0} onChange={setBands} />
        <VehiclesOnly vehicles={vehicles} onChange={setVehicles} />
      </DialogContent>
      <DialogActions>
        <Button variant="quiet" onClick={clear}>
          {t('filter.clear')}
        </Button>
        <span className="grow" />
        <Button onClick={onClose}>
          {t('dialog.cancel')}
        </Button>
        <Button variant="primary" disabled={isWrong} onClick={apply}>
          {t('speedingFilter.apply')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface OverspeedFieldsProps {
  type: OverspeedType;
  text: string;
  problem?: string | undefined;
  onType: (type: OverspeedType) => void;
  onText: (text: string) => void;
}

function OverspeedFields({ type, text, problem, onType, onText }: OverspeedFieldsProps) {
  const t = useText('alerts');
  const id = useId();
  const { speedUnit } = useFormat();
  const isTold = problem !== undefined && text !== '';
  return (
    <fieldset className="overspeed">
      <legend>{t('speedingFilter.overspeed')}</legend>
      {overspeedTypes.map((one) => (
        <label key={one}>
          <input type="radio" name={id} value={one} checked={type === one} onChange={() => onType(one)} />
          {t(`speedingFilter.${one}`)}
        </label>
      ))}
      {type === 'none' ? null : (
        <div className="overspeed-value">
          <input className="alerts-input" inputMode="decimal" aria-label={t(`speedingFilter.${type}`)} aria-invalid={isTold} aria-describedby={`${id}note`} value={text} onChange={(event) => onText(event.target.value)} />
          <span>{type === 'fixedVal' ? speedUnit : '%'}</span>
        </div>
      )}
      <p id={`${id}note`} className="overspeed-problem" role={isTold ? 'alert' : undefined}>
        {isTold ? problem : ''}
      </p>
    </fieldset>
  );
}
