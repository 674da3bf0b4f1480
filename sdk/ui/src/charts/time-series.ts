/** One line of a chart over the shared times. */
export interface Series {
  id: string;
  label: string;
  /** What the cursor calls it; without one the label. */
  short?: string;
  /** A colour token, `var(--axis-x)`. */
  color: string;
  /** In the unit that is shown; null where nothing is known. As many as there are times. */
  values: ArrayLike<number | null>;
  /** Filled down to the axis. */
  filled?: boolean;
}

/** A coloured stretch between two lines, where both are known: how far a speed is over its limit. */
export interface Band {
  id: string;
  label: string;
  color: string;
  low: ArrayLike<number | null>;
  high: ArrayLike<number | null>;
}

/** A level across the chart, such as the limit or a threshold of severity. */
export interface Level {
  value: number;
  label: string;
  color: string;
  /** Colours everything beyond it, away from zero. */
  shade?: boolean;
}

/** Something that happened. */
export interface EventMark {
  /** Milliseconds. */
  at: number;
  label: string;
}

/** One of several things that happened, said beside its line. */
export interface Mark extends EventMark {
  /** A colour token. */
  color: string;
}
