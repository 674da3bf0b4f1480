import { ApiError, Button, confirm, Icon, toast, useFormat, usePermission, useText } from '@outrider/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';

import { assignDevice, channelsOf, getDeviceInfo, newDeviceKey, setDeviceDisabled, unassignDevice, type Device } from '../api/devices';
import type { VehicleDetail } from '../api/vehicle-list';
import { FaultList } from '../faults/fault-list';
import { DeviceConfigs } from './device-configs';

interface DeviceCardProps {
  vehicle: VehicleDetail;
  device: VehicleDetail['devices'][number];
  onChanged: () => void;
  onKey: (device: Device) => void;
}

/** One fitted device: what it is, its cameras, its faults and settings, and what can be done with it. */
export function DeviceCard({ vehicle, device, onChanged, onKey }: DeviceCardProps) {
  const t = useText('vehicles');
  const format = useFormat();
  // A device whose information cannot be had is still a device: what the vehicle tells of it is shown.
  const { data: info, refetch } = useQuery({ queryKey: ['device', device.device_id], queryFn: ({ signal }) => getDeviceInfo(device.device_id, signal) });
  const isDisabled = info?.disabled ?? device.disabled ?? false;
  const told = info?.status_at ? t('device.toldAt', { time: format.dateTime(info.status_at) }) : t('device.notTold');
  return (
    <section className="card veh-device" aria-label={device.device_id}>
      <header className="veh-device-head">
        <span className="tile">
          <Icon name="camera" />
        </span>
        <div className="grow">
          <h3 className="row">
            <b className="ell">{device.device_id}</b>
            {device.is_defaultdevice ? <span className="veh-tag on">{t('device.default')}</span> : null}
            {isDisabled ? <span className="veh-tag">{t('row.disabled')}</span> : null}
          </h3>
          <p className="s12 t2">{told}</p>
        </div>
      </header>
      <dl className="veh-facts">
        <Fact name={t('device.model')} value={info?.model || device.model || '–'} />
        <Fact name={t('device.firmware')} value={info?.firmwareVersion || device.firmware || '–'} />
        <Fact name={t('device.since')} value={device.from ? format.date(device.from) : '–'} />
      </dl>
      <h4 className="cap">{t('device.channels')}</h4>
      <ul className="veh-channels">
        {channelsOf(info).map(({ id, name, enabled }) => (
          <li key={id} className={enabled ? 'chip' : 'chip off'}>
            <Icon name="camera" small />
            {name || `CH${id}`}
            <b>{t(enabled ? 'device.on' : 'device.off')}</b>
          </li>
        ))}
      </ul>
      <h4 className="cap">{t('faults.title')}</h4>
      <FaultList vehicleId={vehicle.id} deviceId={device.device_id} />
      <DeviceConfigs configs={info?.configs ?? {}} />
      <Actions {...{ vehicle, device, isDisabled, onKey }} onChanged={() => { void refetch(); onChanged(); }} />
    </section>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="cap">{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Each is disabled without its permission. */
function Actions({ vehicle, device, isDisabled, onChanged, onKey }: DeviceCardProps & { isDisabled: boolean }) {
  const t = useText('vehicles');
  const mayAssign = usePermission('assignDeviceToVehicle');
  const mayUnassign = usePermission('unassignDeviceFromVehicle');
  const mayDisable = usePermission('disableDevice');
  const mayKey = usePermission('createDevice');
  const { mutate, isPending } = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSuccess: onChanged,
    onError: (error) => toast(error instanceof ApiError ? error.message : t('device.failed'), 'error'),
  });
  const id = device.device_id;
  const unassign = async () => {
    if (await confirm({ title: t('device.unassignTitle', { id, name: vehicle.vehicle_name }), text: t('device.unassignText'), confirm: t('device.unassign') })) {
      mutate(() => unassignDevice(vehicle.id, id));
    }
  };
  const newKey = async () => {
    if (await confirm({ title: t('device.newKeyTitle', { id }), text: t('device.newKeyText'), confirm: t('device.newKey'), tone: 'danger' })) {
      mutate(async () => onKey(await newDeviceKey(id)));
    }
  };
  const why = (may: boolean) => (may ? undefined : t('vehicle.mayNot'));
  return (
    <footer className="veh-device-actions">
      {device.is_defaultdevice ? null : (
        <Button size="small" disabled={!mayAssign || isPending} title={why(mayAssign)} onClick={() => mutate(() => assignDevice(vehicle.id, id, true))}>
          {t('device.makeDefault')}
        </Button>
      )}
      <Button size="small" disabled={!mayDisable || isPending} title={why(mayDisable)} onClick={() => mutate(() => setDeviceDisabled(id, !isDisabled))}>
        {t(isDisabled ? 'vehicle.enable' : 'vehicle.disable')}
      </Button>
      <Button size="small" disabled={!mayKey || isPending} title={why(mayKey)} onClick={() => void newKey()}>
        {t('device.newKey')}
      </Button>
      <span className="grow" />
      <Button size="small" disabled={!mayUnassign || isPending} title={why(mayUnassign)} onClick={() => void unassign()}>
        {t('device.unassign')}
      </Button>
    </footer>
  );
}
