import { navigateToUrl } from 'single-spa';

import type { Command } from './commands';

/** A vehicle that somebody wants to act on. */
export interface ActionVehicle {
  id: string;
  /** The device shown for it; a vehicle may have none. */
  deviceId?: string;
  name: string;
  /** Whether its device can be reached now. */
  isOnline: boolean;
}

/** Something that can be done with a vehicle: Live, Footage, Track. `hint` says why it is disabled. */
export interface VehicleAction extends Command {
  /** Its place among the others; the lowest is the most prominent. */
  order: number;
  disabled?: boolean;
}

/** What a module in the slot `vehicle-actions` exports as `vehicleActions`. */
export interface VehicleActionSource {
  actionsFor: (vehicle: ActionVehicle) => VehicleAction[] | Promise<VehicleAction[]>;
}

/** Goes to another page of the portal, from a remote. */
export function openPath(path: string): void {
  navigateToUrl(path);
}
