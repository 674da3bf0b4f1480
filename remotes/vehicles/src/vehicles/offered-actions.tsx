import { contributionsTo, RemotePart, useManifestText, useShellInfo, type Contribution, type IconName, type VehicleBulkActionProps } from '@outrider/sdk';
import type { BulkAction } from '@outrider/sdk/table';
import { useMemo, useState, type ReactNode } from 'react';

import { chosenVehicles } from './bulk-actions';
import type { VehicleRow } from './vehicle-row';

interface Opened {
  by: Contribution;
  vehicles: VehicleBulkActionProps['vehicles'];
  clear: () => void;
}

/** What other plugins do with several vehicles: the entries, and the dialog of the one that is open. */
export function useOfferedActions(): { actions: BulkAction<VehicleRow>[]; open: ReactNode } {
  const info = useShellInfo();
  const text = useManifestText();
  const [opened, setOpened] = useState<Opened>();
  const actions = useMemo(
    () =>
      (info ? contributionsTo('vehicle-bulk-actions') : []).map((by): BulkAction<VehicleRow> => ({
        id: `${by.remote} ${by.id}`,
        label: by.label ? text(by.label) : by.id,
        ...(by.icon ? { icon: by.icon as IconName } : {}),
        run: async (chosen) => {
          const vehicles = await chosenVehicles(chosen);
          setOpened({ by, clear: chosen.clear, vehicles: vehicles.map(({ id, vehicle_name, devices }) => ({ id, name: vehicle_name, deviceIds: devices.map(({ device_id }) => device_id) })) });
        },
      })),
    [info, text],
  );
  const props = useMemo(() => (opened ? { vehicles: opened.vehicles, close: () => setOpened(undefined) } satisfies VehicleBulkActionProps : undefined), [opened]);
  const open = opened ? <RemotePart address={opened.by} {...(opened.by.label ? { title: text(opened.by.label) } : {})} props={{ ...props }} /> : null;
  return { actions, open };
}
