import { Button, toast, usePermission, useText } from '@outrider/sdk';
import { Form, Select, TextField } from '@outrider/sdk/inputs';
import * as z from '@outrider/sdk/schema';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { assignDevice, createDevice, getDevices, type Device } from '../api/devices';
import type { VehicleDetail } from '../api/vehicle-list';

interface AddDeviceProps {
  vehicle: VehicleDetail;
  onChanged: () => void;
  /** Gets a device that was made, with its key. */
  onKey: (device: Device) => void;
}

type Way = 'assign' | 'create';

/** Fits a device to a vehicle: a spare one, or a new one with a key of its own. */
export function AddDevice(props: AddDeviceProps) {
  const t = useText('vehicles');
  const mayAssign = usePermission('assignDeviceToVehicle');
  const mayCreate = usePermission('createDevice');
  const [way, setWay] = useState<Way>();
  const choose = (next: Way) => setWay(way === next ? undefined : next);
  return (
    <section className="veh-add" aria-label={t('device.add')}>
      <div className="row">
        <Button aria-expanded={way === 'assign'} disabled={!mayAssign} title={mayAssign ? undefined : t('vehicle.mayNot')} onClick={() => choose('assign')}>
          {t('device.assign')}
        </Button>
        <Button aria-expanded={way === 'create'} disabled={!mayAssign || !mayCreate} title={mayAssign && mayCreate ? undefined : t('vehicle.mayNot')} onClick={() => choose('create')}>
          {t('device.create')}
        </Button>
      </div>
      {way === 'assign' ? <AssignForm {...props} onDone={() => setWay(undefined)} /> : null}
      {way === 'create' ? <CreateForm {...props} onDone={() => setWay(undefined)} /> : null}
    </section>
  );
}

const assignSchema = z.object({ device: z.string().min(1) });

function AssignForm({ vehicle, onChanged, onDone }: AddDeviceProps & { onDone: () => void }) {
  const t = useText('vehicles');
  const devices = useQuery({ queryKey: ['devices'], queryFn: ({ signal }) => getDevices(signal) });
  const spare = (devices.data ?? []).filter(({ vehicle_id }) => vehicle_id === '');
  return (
    <Form
      label={t('device.assign')}
      schema={assignSchema}
      values={{ device: '' }}
      submitLabel={t('device.assignSubmit')}
      onCancel={onDone}
      onSubmit={async ({ device }) => {
        await assignDevice(vehicle.id, device);
        toast(t('device.assigned', { id: device, name: vehicle.vehicle_name }));
        onChanged();
        onDone();
      }}
    >
      <Select
        name="device"
        label={t('device.spare')}
        required
        hint={devices.data && spare.length === 0 ? t('device.noSpare') : t('device.spareHint')}
        options={spare.map(({ device_id, model }) => ({ value: device_id, label: [device_id, model].filter(Boolean).join(' · ') }))}
        placeholder={t('device.choose')}
      />
    </Form>
  );
}

const createSchema = z.object({ device_id: z.string().min(1).max(64).regex(/^[\w-]*$/), model: z.string().max(100).nullable() });

const models = ['D700', 'JH8', 'JH4'];

function CreateForm({ vehicle, onChanged, onKey, onDone }: AddDeviceProps & { onDone: () => void }) {
  const t = useText('vehicles');
  return (
    <Form
      label={t('device.create')}
      schema={createSchema}
      values={{ device_id: '', model: models[0] ?? '' }}
      submitLabel={t('device.createSubmit')}
      onCancel={onDone}
      onSubmit={async ({ device_id, model }) => {
        const made = await createDevice(device_id, model ?? '');
        onKey(made); // shown whatever comes: it is not told again
        await assignDevice(vehicle.id, device_id);
        onChanged();
        onDone();
      }}
    >
      <div className="veh-form">
        <TextField name="device_id" label={t('device.id')} required hint={t('device.idHint')} />
        <Select name="model" label={t('device.model')} options={models.map((model) => ({ value: model, label: model }))} />
      </div>
    </Form>
  );
}
