import type { IconName } from '../icons';

/** One of what can be chosen. */
export interface Option {
  value: string;
  label: string;
  icon?: IconName;
  disabled?: boolean;
}
