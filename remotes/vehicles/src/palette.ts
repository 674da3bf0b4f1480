import { actionsFor, addMessages, runVehicleAction, translate, type Command, type CommandSource } from '@outrider/sdk';

import { defaultDevice, getVehicles, type VehicleRecord } from './api/get-vehicles';
import { getPresencesOf } from './api/get-presences';
import { isOnline, typeIcon } from './fleet/vehicle';
import { loadMessages } from './messages';

/** How long a list of vehicles serves the palette, in milliseconds. */
const freshMs = 60_000;
/** How many vehicles are offered at most. */
const most = 8;
/** With no more than this found, what can be done with the first is offered too. */
const fewEnough = 3;

let known: { at: number; vehicles: Promise<VehicleRecord[]> } | undefined;

/** Vehicles in the command palette, by name, number plate, make and model; each opens on the map. */
export const commands: CommandSource = {
  title: () => translate('vehicles:list.title'),
  search: async (text, signal) => {
    const [vehicles] = await Promise.all([fresh(), addMessages('vehicles', loadMessages)]);
    const found = matching(vehicles, text);
    const [first] = found;
    const actions = first && found.length <= fewEnough ? await actionCommands(first) : [];
    return signal.aborted ? [] : [...found.map(commandOf), ...actions];
  },
};

function fresh(): Promise<VehicleRecord[]> {
  if (!known || Date.now() - known.at > freshMs) {
    const vehicles = getVehicles();
    vehicles.catch(() => {
      known = undefined;
    });
    known = { at: Date.now(), vehicles };
  }
  return known.vehicles;
}

/** Those that contain every typed word; a name that begins with what was typed comes first. */
export function matching(vehicles: readonly VehicleRecord[], text: string): VehicleRecord[] {
  const typed = text.trim().toLowerCase();
  const words = typed.split(/\s+/);
  const rank = ({ vehicle_name }: VehicleRecord) => (vehicle_name.toLowerCase().startsWith(typed) ? 0 : 1);
  return vehicles
    .filter(({ vehicle_name, key, make, model }) => {
      const all = `${vehicle_name} ${key} ${key.replace(/\s/g, '')} ${make} ${model}`.toLowerCase();
      return words.every((word) => all.includes(word));
    })
    .sort((a, b) => rank(a) - rank(b) || a.vehicle_name.localeCompare(b.vehicle_name, undefined, { numeric: true }))
    .slice(0, most);
}

function commandOf({ id, vehicle_name, vehicle_type, key, make, model }: VehicleRecord): Command {
  return {
    id: `vehicle ${id}`,
    label: vehicle_name,
    hint: [key, [make, model].filter(Boolean).join(' ')].filter(Boolean).join(' · '),
    icon: typeIcon(vehicle_type),
    path: `/map-view?vehicle_id=${encodeURIComponent(id)}`,
  };
}

/** What can be done with a vehicle without a screen around it: those that lead somewhere, not those that open a panel on a screen. */
async function actionCommands({ id, vehicle_name: name, devices }: VehicleRecord): Promise<Command[]> {
  const device = defaultDevice(devices);
  const presences = await getPresencesOf([id]).catch(() => []);
  const vehicle = { id, name, isOnline: presences.some(isOnline), ...(device ? { deviceId: device.device_id } : {}) };
  const offered = (await actionsFor(vehicle)).filter(({ disabled, panel }) => !disabled && !panel);
  const actions = offered.map((action): Command => ({
    id: `action ${action.remote} ${action.id} ${id}`, label: `${name}: ${action.label}`, ...(action.icon ? { icon: action.icon } : {}), run: () => runVehicleAction(action, vehicle),
  }));
  return [...actions, { id: `details ${id}`, label: `${name}: ${translate('vehicles:vehicle.details')}`, icon: 'vehicles', path: `/vehicles?vehicle_id=${encodeURIComponent(id)}` }];
}
