import { actionsFor, addMessages, labelled, openPath, runVehicleAction, translate, type Command, type CommandSource, type OfferedAction } from '@outrider/sdk';

import { defaultDevice, getVehicles, type VehicleRecord } from './api/get-vehicles';
import { getPresencesOf } from './api/get-presences';
import { isOnline, typeIcon } from './fleet/vehicle';
import { loadMessages } from './messages';
import { select } from './state/use-selected';

/** How long a list of vehicles serves the palette, in milliseconds. */
const freshMs = 60_000;
/** How many vehicles are offered at most. */
const most = 8;
/** With no more than this found, what can be done with the first is offered too. */
const fewEnough = 3;

let known: { at: number; vehicles: Promise<VehicleRecord[]> } | undefined;

/** Vehicles in the command palette, by name, number plate, make and model, each opens on the map; and what can be done with one: `hgv-022 live`. */
export const commands: CommandSource = {
  title: () => translate('vehicles:list.title'),
  search: async (text, signal) => {
    const [vehicles] = await Promise.all([fresh(), addMessages('vehicles', loadMessages)]);
    const { found, doing } = askedFor(vehicles, text);
    const acted = doing === '' ? found.slice(0, 1) : found;
    const actions = found.length <= fewEnough ? (await Promise.all(acted.map(actionCommands))).flat() : [];
    if (signal.aborted) return [];
    const meant = doing === '' ? actions : actions.filter(({ label }) => isDoing(label, doing));
    return doing === '' || found.length > fewEnough ? [...found.map(commandOf), ...meant] : meant;
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

/** The vehicles of what was typed, and what is left of it, which says what to do with them; it may stand before or after. */
export function askedFor(vehicles: readonly VehicleRecord[], text: string): { found: VehicleRecord[]; doing: string } {
  const words = text.trim().split(/\s+/);
  for (let left = 0; left < words.length; left++) {
    for (const named of left === 0 ? [words] : [words.slice(0, -left), words.slice(left)]) {
      const found = matching(vehicles, named.join(' '));
      if (found.length > 0) return { found, doing: words.filter((word) => !named.includes(word)).join(' ') };
    }
  }
  return { found: [], doing: '' };
}

/** Reports whether every word of what is to be done begins a word of an action's label. */
function isDoing(label: string, doing: string): boolean {
  const words = label.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return doing.toLowerCase().split(/\s+/).every((typed) => words.some((word) => word.startsWith(typed)));
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

/** What can be done with a vehicle now. What opens a panel does so on the map. */
async function actionCommands({ id, vehicle_name: name, devices }: VehicleRecord): Promise<Command[]> {
  const device = defaultDevice(devices);
  const presences = await getPresencesOf([id]).catch(() => []);
  const vehicle = { id, name, isOnline: presences.some(isOnline), ...(device ? { deviceId: device.device_id } : {}) };
  const offered = (await actionsFor(vehicle)).filter(({ disabled }) => !disabled);
  const actions = offered.map((action): Command => ({
    id: `action ${action.remote} ${action.id} ${id}`, label: labelled(name, action.label), ...(action.icon ? { icon: action.icon } : {}), run: () => (action.panel ? runOnMap(action, vehicle) : runVehicleAction(action, vehicle)),
  }));
  return [...actions, { id: `details ${id}`, label: labelled(name, translate('vehicles:vehicle.details')), icon: 'vehicles', path: `/vehicles?vehicle_id=${encodeURIComponent(id)}` }];
}

/** Opens a panel beside the map, with the vehicle chosen there. */
function runOnMap(action: OfferedAction, vehicle: Parameters<typeof runVehicleAction>[1]): void {
  if (location.pathname !== '/map-view') {
    openPath(`/map-view?vehicle_id=${encodeURIComponent(vehicle.id)}&action=${encodeURIComponent(`${action.remote}.${action.id}`)}`);
    return;
  }
  select(vehicle.id);
  runVehicleAction(action, vehicle);
}
