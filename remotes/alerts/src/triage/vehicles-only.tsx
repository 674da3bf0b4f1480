import { Button, Icon, toast, useText } from '@outrider/sdk';
import { VehicleSelectorDialog } from '@outrider/sdk/select';
import { useState } from 'react';

import { mostVehicles } from './view';

interface VehiclesOnlyProps {
  /** Ids; none are all vehicles. */
  vehicles: readonly string[];
  onChange: (vehicles: readonly string[]) => void;
}

/** A tick that limits the filters to chosen vehicles. */
export function VehiclesOnly({ vehicles, onChange }: VehiclesOnlyProps) {
  const t = useText('alerts');
  const [isChoosing, setChoosing] = useState(false);
  const choose = (chosen: string[]) => {
    setChoosing(false);
    if (chosen.length > mostVehicles) toast(t('speedingFilter.tooMany', { count: mostVehicles }), 'error');
    onChange(chosen.slice(0, mostVehicles));
  };
  return (
    <div className="vehicles-only">
      <label>
        <input type="checkbox" checked={vehicles.length > 0} onChange={(event) => (event.target.checked ? setChoosing(true) : onChange([]))} />
        {t('speedingFilter.vehiclesOnly')}
      </label>
      {vehicles.length > 0 ? (
        <Button variant="quiet" size="small" onClick={() => setChoosing(true)}>
          <Icon name="edit" small />
          {t('speedingFilter.vehicles', { count: vehicles.length })}
        </Button>
      ) : null}
      {isChoosing ? <VehicleSelectorDialog value={[...vehicles]} onOk={choose} onCancel={() => setChoosing(false)} /> : null}
    </div>
  );
}
