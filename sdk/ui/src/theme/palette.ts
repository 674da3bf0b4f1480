import type { PaletteOptions } from '@mui/material/styles';

/** The resolved colour mode. */
export type ColourMode = 'light' | 'dark';

/** The tokens that MUI computes with (hover, ripple, contrast), from styles/tokens.css; all else uses the CSS variables. */
export const palettes: Record<ColourMode, PaletteOptions> = {
  light: {
    mode: 'light',
    primary: { main: '#182a47', dark: '#24395c', contrastText: '#ffffff' },
    secondary: { main: '#01adb6', dark: '#00757c', contrastText: '#101a2b' },
    success: { main: '#1b9a59', dark: '#0f6b3b' },
    warning: { main: '#d97a06', dark: '#8f5000' },
    error: { main: '#d43a3f', dark: '#b0252b' },
    background: { default: '#f4f6f9', paper: '#ffffff' },
    text: { primary: '#162236', secondary: '#4d5b70', disabled: '#5e6c82' },
    divider: '#e4e9f0',
    action: { hover: '#f1f4f8', selected: '#eef8f9' },
  },
  dark: {
    mode: 'dark',
    primary: { main: '#dbe6f7', dark: '#ffffff', contrastText: '#101a2b' },
    secondary: { main: '#1cc3cc', dark: '#4fd6dd', contrastText: '#101a2b' },
    success: { main: '#35bf78', dark: '#62d79a' },
    warning: { main: '#f7a43a', dark: '#ffbe69' },
    error: { main: '#ef6a6a', dark: '#ff9a98' },
    background: { default: '#0b111b', paper: '#131b29' },
    text: { primary: '#e8eef7', secondary: '#a9b6c9', disabled: '#8897ae' },
    divider: '#243044',
    action: { hover: '#1c283b', selected: '#12282f' },
  },
};
