import type { IconName } from '../icons';

/** Something that the command palette can do. */
export interface Command {
  id: string;
  label: string;
  /** A second, quieter text: a registration, a place. */
  hint?: string;
  icon?: IconName;
  /** Where it leads, or `run` what it does. */
  path?: string;
  run?: () => void;
}

/**
 * What a module in the slot `command-palette` exports as `commands`: a group of results for what is typed. An aborted
 * signal means that the user typed on.
 */
export interface CommandSource {
  /** The heading of the group, in the user's language. */
  title: () => string;
  search: (text: string, signal: AbortSignal) => Promise<Command[]>;
}
