import { addMessages, currentFormat, translate, type VehicleCell, type VehicleColumnSource } from '@outrider/sdk';

import { getUsage, type EvRow } from './api/ev';
import { loadMessages } from './messages';

const dayMs = 86_400_000;

/** State of charge in the list of vehicles; what is older than a week is not said. */
export const vehicleColumns: VehicleColumnSource = async () => {
  await addMessages('ev', loadMessages);
  return [
    {
      id: 'charge',
      label: translate('ev:soc'),
      width: 150,
      load: async (ids, signal) => {
        const to = Date.now();
        const { vehicles } = await getUsage({ from: new Date(to - 7 * dayMs).toISOString(), to: new Date(to).toISOString(), vehicle_ids: [...ids] }, signal);
        return Object.fromEntries(vehicles.flatMap((row) => cellOf(row) ?? []));
      },
    },
  ];
};

function cellOf(row: EvRow): [[string, VehicleCell]] | undefined {
  if (row.soc_percent === undefined) return undefined;
  const percent = currentFormat().percent(row.soc_percent);
  return [[row.vehicle_id, { text: row.charging ? translate('ev:listCharging', { percent }) : percent, ...(row.low && !row.charging ? { tone: 'warn' } : {}) }]];
}
