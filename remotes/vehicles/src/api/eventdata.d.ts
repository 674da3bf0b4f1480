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

/** DrivingChanged tells that a vehicle began a trip or ended one, by the samples of its default device. Event event.vehicles.driving. */
export interface DrivingChanged {
  /** The vehicle. */
  vehicle_id: string;
  /** Its default device. */
  device_id: string;
  /** Whether it is on a trip; false: parked. */
  driving: boolean;
  /** When it set off, or moved last, Unix milliseconds. */
  at_ms: number;
}
