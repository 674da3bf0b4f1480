import type { Command } from '@outrider/sdk';

/** Results that belong together. */
export interface ResultGroup {
  title: string;
  commands: Command[];
}
