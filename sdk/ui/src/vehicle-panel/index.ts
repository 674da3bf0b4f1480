export { actionsFor, runVehicleAction, type OfferedAction, type VehicleAction, type VehicleActionSource } from './vehicle-actions';
export { useVehiclePanel, VehiclePanelPlace } from './vehicle-panel';
export { closeVehiclePanel, openVehiclePanel } from './vehicle-panel-store';
