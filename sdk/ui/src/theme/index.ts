export { chooseMode, colourMode, modeChoice, modeKey, onColourMode, useColourMode, useModeChoice, type ModeChoice } from './mode';
export type { ColourMode } from './palette';
export { themes } from './theme';
export { tooltipDelayMs } from './components';
export { AppTheme } from './app-theme';
