/** The vehicle and group selector: `import { VehicleSelectorDialog } from '@outrider/sdk/select'`. */
export { treeSchema, vehiclesOf, type TreeGroup, type TreeVehicle } from './fleet-tree';
export { VehicleSelectorDialog, type VehicleSelectorDialogProps } from './selector-dialog';
export { useFleetTree } from './use-fleet-tree';
export { VehicleSelector, type VehicleSelectorProps } from './vehicle-selector';
export type { SelectMode } from './vehicle-tree';
