import { z } from 'zod';

import { saveUi, useUiPreferences } from './preferences';

/** How high the rows of tables are. */
export const densities = ['compact', 'comfortable'] as const;

/** One of {@link densities}. */
export type Density = (typeof densities)[number];

const schema = z.object({ density: z.enum(densities) });

/** The density of tables that the user chose, compact without a choice. */
export function useDensity(): Density {
  const found = schema.safeParse(useUiPreferences()['tables']);
  return found.success ? found.data.density : 'compact';
}

/** Shows tables at another density, everywhere, and keeps it with the user. */
export function saveDensity(density: Density): Promise<boolean> {
  return saveUi({ tables: { density } });
}
