import { toast, usePermission, useText } from '@outrider/sdk';
import { Form, NumberField, ruled, Select, TextField } from '@outrider/sdk/inputs';
import * as z from '@outrider/sdk/schema';
import { minLength, required } from '@outrider/sdk';
import { useEffect, useMemo, useRef } from 'react';

import { createVehicle, updateVehicle, type VehicleChange } from '../api/change-vehicles';
import { groupOptions, type Group } from '../api/get-groups';
import type { VehicleDetail } from '../api/vehicle-list';
import { typeIcon, vehicleTypes } from '../fleet/vehicle';
import { fuelWord } from './columns';
import { DriverSection } from './driver-section';

interface VehicleTabProps {
  /** Undefined adds one. */
  vehicle: VehicleDetail | undefined;
  groups: Group[];
  onCancel: () => void;
  onSaved: (vehicle: VehicleDetail) => void;
}

/** The length of a vehicle identification number. */
const vinLength = 17;
const firstYear = 1900;
const mostDisplacement = 1_000_000;
/** The fuels that are offered; one of another system is kept. */
const fuels = ['diesel', 'petrol', 'electric', 'hybrid', 'lpg', 'cng', 'hydrogen'];

const schema = (nextYear: number) =>
  z.object({
    vehicle_name: ruled(required),
    vehicle_type: z.string().min(1),
    node: z.string().nullable(),
    key: z.string().max(200),
    make: z.string().max(200),
    model: z.string().max(200),
    fuel: z.string().nullable(),
    displacement: z.number().min(0).max(mostDisplacement).nullable(),
    year: z.number().min(firstYear).max(nextYear).nullable(),
    VIN: ruled(minLength(vinLength)).max(vinLength),
    notes: z.string().max(4000),
  });

/** What a vehicle is; who may not change it reads it. */
export function VehicleTab({ vehicle, groups, onCancel, onSaved }: VehicleTabProps) {
  const t = useText('vehicles');
  const may = usePermission(vehicle ? 'updateVehicle' : 'createVehicle');
  const mayMove = usePermission('moveVehicleToGroup');
  const rules = useMemo(() => schema(new Date().getFullYear() + 1), []);
  const values = useMemo(() => valuesOf(vehicle), [vehicle]);
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!vehicle) form.current?.querySelector('input')?.focus(); // a new one begins with its name
  }, [vehicle]);
  const fuelChoices = [...new Set([...fuels, ...(vehicle?.fuel ? [vehicle.fuel] : [])])].map((fuel) => ({ value: fuel, label: fuelWord(fuel, t) }));

  const save = async (typed: z.infer<typeof rules>) => {
    const { node, ...rest } = typed;
    const change: VehicleChange = { ...rest, fuel: typed.fuel ?? '', ...(node && node !== vehicle?.node ? { node } : {}) };
    const saved = vehicle ? await updateVehicle(vehicle.id, { ...change, version: vehicle.version }) : await createVehicle(change);
    toast(t(vehicle ? 'vehicle.saved' : 'vehicle.added', { name: saved.vehicle_name }));
    onSaved(saved);
  };

  return (
    <>
      <Form label={t('vehicle.tabVehicle')} schema={rules} values={values} readOnly={!may} onSubmit={save} onCancel={onCancel} submitLabel={t(vehicle ? 'vehicle.save' : 'vehicle.create')}>
        <div className="veh-form" ref={form}>
          <TextField name="vehicle_name" label={t('field.name')} required />
          <Select name="vehicle_type" label={t('field.type')} required options={vehicleTypes.map((type) => ({ value: type, label: t(`type.${type}`), icon: typeIcon(type) }))} />
          <Select name="node" label={t('field.group')} disabled={vehicle !== undefined && !mayMove} options={groupOptions(groups)} placeholder={vehicle?.group ?? t('vehicle.ownGroup')} />
          <TextField name="key" label={t('field.key')} hint={t('field.keyHint')} />
          <TextField name="make" label={t('field.make')} />
          <TextField name="model" label={t('field.model')} />
          <Select name="fuel" label={t('field.fuel')} clearable options={fuelChoices} />
          <NumberField name="displacement" label={t('field.displacement')} unit="cm³" digits={0} />
          <NumberField name="year" label={t('field.year')} digits={0} />
          <TextField name="VIN" label={t('field.vin')} hint={t('field.vinHint')} />
          <TextField name="notes" label={t('field.notes')} rows={3} className="veh-wide" />
        </div>
      </Form>
      {vehicle ? <DriverSection vehicleId={vehicle.id} /> : null}
    </>
  );
}

function valuesOf(vehicle: VehicleDetail | undefined) {
  return {
    vehicle_name: vehicle?.vehicle_name ?? '', vehicle_type: vehicle?.vehicle_type ?? 'car', node: vehicle?.node ?? null, key: vehicle?.key ?? '',
    make: vehicle?.make ?? '', model: vehicle?.model ?? '', fuel: vehicle?.fuel || null, displacement: vehicle?.displacement ?? null,
    year: vehicle?.year ?? null, VIN: vehicle?.VIN ?? '', notes: vehicle?.notes ?? '',
  };
}
