// Code generated from the schemas of events by `outrider plugin events`. DO NOT EDIT.

/** RunEnded tells that a scheduled report was made, or failed for good. Event event.reports.run. */
export interface RunEnded {
  /** The id of the run. */
  id: string;
  /** The schedule that it belongs to. */
  schedule_id: string;
  /** The schedule's name. */
  name: string;
  /** What is reported. */
  report_type: string;
  /** How it ended: done or failed. */
  state: string;
  /** Why it failed. */
  reason?: string;
  /** How many rows it has. */
  rows?: number;
  /** The beginning of its time, Unix milliseconds. */
  from_ms: number;
  /** The end of its time, Unix milliseconds. */
  to_ms: number;
  /** When it ended, Unix milliseconds. */
  ended_ms: number;
}
