// Code generated from the schemas of events by `outrider plugin events`. DO NOT EDIT.

/** FenceChanged tells that a geofence was made or changed, or is gone: it is disabled then. Event event.geofences.fence. */
export interface FenceChanged {
  id: string;
  name: string;
  disabled: boolean;
  /** Since when it is so, Unix milliseconds. */
  at_ms: number;
}
