import { createTheme, type Theme } from '@mui/material/styles';

import { components } from './components';
import { palettes, type ColourMode } from './palette';

function themeOf(mode: ColourMode): Theme {
  return createTheme({
    palette: palettes[mode],
    shape: { borderRadius: 8 },
    spacing: 8,
    breakpoints: { values: { xs: 0, sm: 600, md: 991, lg: 1280, xl: 1600 } },
    typography: {
      fontFamily: 'var(--font)',
      htmlFontSize: 16,
      fontSize: 13,
      body1: { fontSize: 13, lineHeight: '20px' },
      body2: { fontSize: 12, lineHeight: '16px' },
      h1: { fontSize: 18, lineHeight: '26px', fontWeight: 600 },
      h2: { fontSize: 14, lineHeight: '20px', fontWeight: 600 },
      caption: { fontSize: 11, lineHeight: '16px' },
      button: { fontSize: 13, fontWeight: 550, textTransform: 'none', letterSpacing: 0 },
    },
    transitions: { duration: { enteringScreen: 160, leavingScreen: 120 } },
    components,
  });
}

/** The product's theme in both modes: made of the same tokens as styles/tokens.css. */
export const themes: Record<ColourMode, Theme> = { light: themeOf('light'), dark: themeOf('dark') };
