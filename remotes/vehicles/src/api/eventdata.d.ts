// Code generated from the schemas of events by `outrider plugin events`. DO NOT EDIT.

/** PresenceChanged tells that a device of a vehicle came online or went offline. Event event.vehicles.presence. */
export interface PresenceChanged {
  /** The vehicle that the device is assigned to. */
  vehicle_id: string;
  /** The device. */
  device_id: string;
  /** Whether it is connected. */
  online: boolean;
  /** Since when, Unix milliseconds. */
  at_ms: number;
}
