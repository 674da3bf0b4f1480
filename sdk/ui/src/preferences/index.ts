export { bandsEnd, bandsOf, saveBands, useBands } from './bands';
export { correctAfterMs, correctWrongUnits } from './correct-units';
export { densities, saveDensity, useDensity, type Density } from './density';
export type { Patch } from './merge';
export { refreshShellInfo, savePreferences, saveUi, uiPreferences, useUiPreferences } from './preferences';
