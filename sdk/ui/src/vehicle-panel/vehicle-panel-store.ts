import type { ActionVehicle, PanelMoment } from '../remote/extension-points';
import type { ModuleAddress } from '../remote/slots';

/** The panel that is open. */
export interface OpenPanel {
  address: ModuleAddress;
  /** What the user knows it as. */
  title: string;
  vehicle: ActionVehicle;
  /** The moment that it is opened for. */
  at?: PanelMoment;
  /** It wants to stand beside a map that follows the vehicle, where the screen has one. */
  isDocked?: boolean;
}

const listeners = new Set<() => void>();
let open: OpenPanel | undefined;

/** Opens a panel for a vehicle, and for a moment if there is one; the panel that was open closes. */
export function openVehiclePanel(address: ModuleAddress, title: string, vehicle: ActionVehicle, at?: PanelMoment, isDocked = false): void {
  change({ address, title, vehicle, ...(at ? { at } : {}), ...(isDocked ? { isDocked } : {}) });
}

/** Closes the panel that is open. */
export function closeVehiclePanel(): void {
  change(undefined);
}

/** The panel that is open, or undefined. */
export function openPanel(): OpenPanel | undefined {
  return open;
}

/** Calls `listener` after every change until the returned function is called. */
export function onVehiclePanel(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(panel: OpenPanel | undefined): void {
  open = panel;
  listeners.forEach((listener) => listener());
}
