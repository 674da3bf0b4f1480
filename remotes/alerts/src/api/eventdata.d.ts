// Code generated from the schemas of events by `outrider plugin events`. DO NOT EDIT.

/** AlertRaised tells of a new alert. Event event.alerts.alert. */
export interface AlertRaised {
  /** The id of the alert. */
  id: string;
  /** Its type: collision, imualert, speedingalert … */
  alert_type: string;
  /** What kind of an imualert it is. */
  label?: string;
  /** Where it happened. */
  vehicle_id: string;
  /** Who told of it. */
  device_id: string;
  /** When it happened, Unix milliseconds. */
  time_ms: number;
  /** Degrees; null: not known. */
  lat: number | null;
  /** Degrees; null: not known. */
  lng: number | null;
  /** How bad it is, the higher the worse. */
  severity: number;
  /** The input of an ioalert, from 1. */
  pin?: number;
}

/** AlertEvidence asks for the evidence of an alert. Event event.alerts.evidence. */
export interface AlertEvidence {
  /** The id of the alert. */
  alert_id: string;
  /** Where it happened. */
  vehicle_id: string;
  /** Who has the files. */
  device_id: string;
  /** When it happened, Unix milliseconds. */
  time_ms: number;
  /** What is wanted. */
  files: EvidenceFile[];
}

/** EvidenceFile is one file of the evidence. */
export interface EvidenceFile {
  /** One of device.FileTypes. */
  file_type: string;
  /** The camera, from 1; none for files of the device itself. */
  channel?: number;
  /** Unix milliseconds. */
  start_ms: number;
  /** Milliseconds. */
  duration_ms: number;
}

/** FilesetChanged is the new state of a fileset and its files. Event event.footage.fileset. */
export interface FilesetChanged {
  /** The id of the fileset. */
  fileset_request_id: string;
  /** The alert whose evidence it is; empty: of none. */
  alert_id?: string;
  /** The vehicle at the time of the files. */
  vehicle_id: string;
  /** Who has the files. */
  device_id: string;
  /** One of created, accepted, in progress, complete, success and canceled. */
  status: string;
  /** Percent. */
  progress: number;
  /** All files of the fileset. */
  files: FileChanged[];
  /** The fileset is no more. */
  deleted?: boolean;
}

/** FileChanged is one file of a fileset. */
export interface FileChanged {
  /** The id of the file. */
  file_request_id: string;
  /** One of device.FileTypes. */
  file_type: string;
  /** The camera, from 1; none for files of the device itself. */
  channel?: number;
  /** As of the fileset. */
  status: string;
  /** Percent. */
  progress: number;
  /** Unix milliseconds. */
  start_ms: number;
  /** Milliseconds. */
  duration_ms: number;
  /** Why it is canceled. */
  reason?: string;
}
