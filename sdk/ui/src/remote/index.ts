export { attentionSource, type AttentionAction, type AttentionGroup, type AttentionItem, type AttentionReader, type AttentionSource } from './attention';
export { setBadge, useBadge, type Badge, type BadgeSource, type SetBadge } from './badges';
export { Boundary } from './boundary';
export type { Command, CommandSource } from './commands';
export { contributedAlertTypes, contributedVehicleData, type AlertType, type VehicleData } from './contributed';
export { defineRemote, type DefineRemoteOptions, type RemoteLifecycles, type RemoteProps } from './define-remote';
export type {
  ActionVehicle,
  AlertPartProps,
  GroupChooserProps,
  ReachProps,
  MapLayer,
  MapLayerSource,
  PanelMoment,
  Recipient,
  RecipientPickerProps,
  RecipientsProps,
  SlotName,
  ToolbarDialogProps,
  ToolbarPanelProps,
  VehicleBulkActionProps,
  VehicleCell,
  VehicleColumn,
  VehicleColumnSource,
  VehiclePanelProps,
  VehicleTabProps,
  WidgetProps,
 TankMenuProps,
  TrackLane,
  TrackLaneSource,
} from './extension-points';
export { ExtensionSlot } from './extension-slot';
export { linkTo, openPath } from './open-path';
export { useSharedQueries } from './plugin-queries';
export { queryClient } from './query-client';
export { RemoteFailure } from './remote-failure';
export { RemoteLoadError, type RemoteErrorReason } from './remote-error';
export { RemotePart } from './remote-part';
export { announcedFor, contributionsForAlert, contributionsTo, loadRemoteModule, setModuleLoader, type Announcement, type Contribution, type ModuleAddress } from './slots';
