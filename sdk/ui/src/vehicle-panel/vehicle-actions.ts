import type { Command } from '../remote/commands';
import type { ActionVehicle, PanelMoment } from '../remote/extension-points';
import { openPath } from '../remote/open-path';
import { contributionsTo, loadRemoteModule, type ModuleAddress } from '../remote/slots';
import { openVehiclePanel } from './vehicle-panel-store';

/**
 * Something that can be done with a vehicle: Live, Footage, Track. It leads to a `path`, does something by `run`, or opens a `panel`.
 * `hint` says why it is disabled.
 */
export interface VehicleAction extends Command {
  /** Its place among the others; the lowest is the most prominent. */
  order: number;
  disabled?: boolean;
  /** A module of the same remote that the manifest lists under `panels`; it gets {@link VehiclePanelProps}. */
  panel?: string;
  /** The panel wants to stand beside a map that follows the vehicle, where the screen has one. */
  isDocked?: boolean;
  /** What screens look for that offer the action for a moment, an alert's for one; they need not know who brings it. */
  purpose?: 'request-footage' | 'track' | 'watch-footage';
  /** Where it leads for a moment, in the place of `path`. */
  pathAt?: (at: PanelMoment) => string;
}

/** What a module in the slot `vehicle-actions` exports as `vehicleActions`. */
export interface VehicleActionSource {
  actionsFor: (vehicle: ActionVehicle) => VehicleAction[] | Promise<VehicleAction[]>;
}

/** An action and the remote that offers it. */
export interface OfferedAction extends VehicleAction {
  remote: string;
}

/** What every remote offers for a vehicle, by order. A remote that fails offers nothing. */
export async function actionsFor(vehicle: ActionVehicle): Promise<OfferedAction[]> {
  const offers = await Promise.all(contributionsTo('vehicle-actions').map((address) => offerOf(address, vehicle)));
  return offers.flat().sort((a, b) => a.order - b.order);
}

async function offerOf(address: ModuleAddress, vehicle: ActionVehicle): Promise<OfferedAction[]> {
  try {
    const { vehicleActions } = (await loadRemoteModule(address)) as { vehicleActions: VehicleActionSource };
    const actions = await vehicleActions.actionsFor(vehicle);
    return actions.map((action) => ({ ...action, remote: address.remote }));
  } catch (error) {
    console.error(`vehicle actions of ${address.remote}`, error);
    return [];
  }
}

/** Does what an action says: opens its panel, for a moment if there is one, goes to its page, or runs it. */
export function runVehicleAction(action: OfferedAction, vehicle: ActionVehicle, at?: PanelMoment): void {
  action.run?.();
  if (action.panel) {
    openVehiclePanel({ remote: action.remote, module: action.panel }, action.label, vehicle, at, action.isDocked);
    return;
  }
  const path = at && action.pathAt ? action.pathAt(at) : action.path;
  if (path) {
    openPath(path);
  }
}
