import { Empty, useText } from '@outrider/sdk';
import { useState } from 'react';

import type { Device } from '../api/devices';
import type { VehicleDetail } from '../api/vehicle-list';
import { AddDevice } from './add-device';
import { DeviceCard } from './device-card';
import { NewKey } from './new-key';

interface DevicesTabProps {
  vehicle: VehicleDetail;
  /** A device came, went, or is another one's default. */
  onChanged: () => void;
}

/** The devices that are fitted to a vehicle, and how another one is. */
export function DevicesTab({ vehicle, onChanged }: DevicesTabProps) {
  const t = useText('vehicles');
  const [made, setMade] = useState<Device>();
  return (
    <div className="veh-devices">
      {vehicle.devices.length === 0 ? (
        <Empty icon="camera" title={t('device.none')}>
          {t('device.noneText')}
        </Empty>
      ) : (
        vehicle.devices.map((device) => <DeviceCard key={device.device_id} vehicle={vehicle} device={device} onChanged={onChanged} onKey={setMade} />)
      )}
      <AddDevice vehicle={vehicle} onChanged={onChanged} onKey={setMade} />
      {made ? <NewKey device={made} onClose={() => setMade(undefined)} /> : null}
    </div>
  );
}
