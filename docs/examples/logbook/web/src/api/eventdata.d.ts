// Code generated from the schemas of events by `outrider plugin events`. DO NOT EDIT.

/** NoteWritten tells of a new note about a vehicle. Event event.logbook.note. */
export interface NoteWritten {
  /** The id of the note. */
  id: string;
  /** What it is about. */
  vehicle_id: string;
  /** The name of the vehicle when it was written. */
  vehicle_name: string;
  /** What was written. */
  text: string;
  /** The name of who wrote it. */
  author: string;
  /** When it was written. */
  at: string;
}
