import type { Map as LeafletMap } from 'leaflet';


/** The places that remotes fill; docs/contracts/author.md, "Extension points", says what each shows. */
export type SlotName =
  | 'account-settings'
  | 'alert-evidence'
  | 'alert-header'
  | 'attention'
  | 'command-palette'
  | 'drawer-badges'
  | 'group-chooser'
  | 'map-layers'
  | 'reach'
  | 'recipient-picker'
  | 'recipients'
  | 'tank-menu'
  | 'toolbar-dialogs'
  | 'toolbar-icons'
  | 'track-lanes'
  | 'vehicle-actions'
  | 'vehicle-bulk-actions'
  | 'vehicle-columns'
  | 'vehicle-tabs';

/** What a widget of Home gets. */
export interface WidgetProps {
  widgetId: string;
  /** Columns of 12. */
  w: number;
  /** Rows of 30 px or more. */
  h: number;
  /** The days that Home is about, today included. */
  days: number;
}

/** A vehicle that somebody wants to act on. */
export interface ActionVehicle {
  id: string;
  /** The device shown for it; a vehicle may have none. */
  deviceId?: string;
  name: string;
  /** Whether its device can be reached now. */
  isOnline: boolean;
}

/** A moment that a panel is opened for: that of an alert, or of a point of a route. */
export interface PanelMoment {
  /** Unix milliseconds. */
  timeMs: number;
  /** The alert's type, `dmsfatiguealert`; absent where it is no alert. */
  alertType?: string;
  /** What happened then, in the user's language. */
  label?: string;
  /** By whose clocks people say when it was, IANA; absent where it is not known. */
  zone?: string;
}

/** What a panel of a vehicle action gets. */
export interface VehiclePanelProps {
  vehicle: ActionVehicle;
  close: () => void;
  /** Absent when the panel is opened for the vehicle alone. */
  at?: PanelMoment;
}

/** What a part in the slot `vehicle-tabs` gets. */
export interface VehicleTabProps {
  vehicleId: string;
  /** Absent for a vehicle without a device. */
  deviceId: string | undefined;
  /** Whether the user is one of the support roles. */
  isAdminUser: boolean;
}

/** What a part in the slot `vehicle-bulk-actions` gets: a dialog that is open while it is mounted. */
export interface VehicleBulkActionProps {
  vehicles: { id: string; name: string; deviceIds: string[] }[];
  close: () => void;
}

/** What a part in the slot `recipient-picker` gets: a dialog that is open while it is mounted. */
export interface RecipientPickerProps {
  /** Addresses that are chosen already. */
  emails: readonly string[];
  /** Adds addresses. */
  onPick: (emails: readonly string[]) => void;
  close: () => void;
}

/** Somebody who is told of something: a user, an external contact, a distribution list, or an address that is nobody's (its id is the address). */
export interface Recipient {
  kind: 'user' | 'contact' | 'list' | 'address';
  id: string;
  /** As it was called when it was chosen. */
  name: string;
}

/** What a part in the slot `recipients` gets: the field in which a form's recipients are chosen. `RecipientsField` of `@outrider/sdk/recipients` shows it. */
export interface RecipientsProps {
  /** What the field is called, for screen readers too. */
  label: string;
  value: readonly Recipient[];
  onChange: (value: Recipient[]) => void;
  disabled: boolean;
  /** What is wrong with it, shown below the field. */
  error?: string;
  /** How many can be chosen at most; a list counts as one. */
  max: number;
}

/** What a part in the slots `alert-header` and `alert-evidence` gets; `A` is the alert as the alerts remote reads it. */
export interface AlertPartProps<A = Record<string, unknown>> {
  alert: A;
}

/** What a part in the slot `toolbar-icons` gets: a panel below its icon, open while it is mounted. */
export interface ToolbarPanelProps {
  close: () => void;
}

/** What a part in the slot `toolbar-dialogs` gets: a dialog of its own making, open while it is mounted. */
export interface ToolbarDialogProps {
  close: () => void;
}

/** What a part in the slot `reach` gets: a thing of which somebody asks who can see it, or act on it. */
export interface ReachProps extends Record<string, unknown> {
  /** What people call the thing. */
  name: string;
  /** The permission by which it is seen; those of its area say what else can be done. */
  permission: string;
  /** The group that it lies in; or its vehicle, whose group counts. */
  node?: string;
  vehicleId?: string;
  /** Ids of users who see it whatever their group: who made it, or whom it was shared with. */
  users?: readonly string[];
}

/** What a part in the slot `group-chooser` gets: a dialog that is open while it is mounted. */
export interface GroupChooserProps {
  close: () => void;
}

/** What a part in the slot `tank-menu` gets: whose tank, and from when to when in Unix milliseconds. */
export interface TankMenuProps {
  vehicleId: string;
  fromMs: number;
  toMs: number;
}

/** A lane under the chart of a track: when something was there, such as footage. */
export interface TrackLane {
  id: string;
  /** In the user's language. */
  label: string;
  /** When it was there, in Unix milliseconds, in order; rejects with an error whose message can be shown. */
  load: (span: { fromMs: number; toMs: number; zone: string }, signal: AbortSignal) => Promise<{ fromMs: number; toMs: number }[]>;
}

/** What a module in the slot `track-lanes` exports as `trackLanes`. */
export type TrackLaneSource = (vehicle: ActionVehicle) => TrackLane[] | Promise<TrackLane[]>;

/** One layer that a remote can draw on the fleet's map. */
export interface MapLayer {
  id: string;
  /** In the user's language. */
  label: string;
  /** Draws on the map, and returns how to take it off again; as things were at `atMs` (Unix milliseconds), or as they are without it. */
  attach: (map: LeafletMap, atMs?: number) => () => void;
}

/** What a module in the slot `map-layers` exports as `mapLayers`. */
export type MapLayerSource = () => MapLayer[] | Promise<MapLayer[]>;

/** A column that a remote adds to the list of vehicles. */
export interface VehicleColumn {
  /** Within the remote; lower case and hyphens. */
  id: string;
  /** In the user's language. */
  label: string;
  /** Pixels; 160 without one. */
  width?: number;
  /** What the column says of some vehicles, by id, in the user's words and units; of others nothing. Rejects when it is not known: the cells stay empty. */
  load: (vehicleIds: readonly string[], signal: AbortSignal) => Promise<Readonly<Record<string, VehicleCell>>>;
}

/** What a column says of one vehicle. */
export interface VehicleCell {
  text: string;
  /** `warn`: somebody should look at it; the text says why, since colour is never the only sign. */
  tone?: 'warn';
}

/** What a module in the slot `vehicle-columns` exports as `vehicleColumns`. */
export type VehicleColumnSource = () => VehicleColumn[] | Promise<VehicleColumn[]>;
