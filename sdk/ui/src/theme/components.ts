import type { Components, Theme } from '@mui/material/styles';

/** How long the pointer rests before a tooltip shows, in milliseconds. */
export const tooltipDelayMs = 1500;

const floating = { border: '1px solid var(--border)', boxShadow: 'var(--elevation)', backgroundImage: 'none' };

/** MUI's parts in the product's measures: flat, 32 px controls, one shadow for what floats. */
export const components: Components<Theme> = {
  MuiButtonBase: { defaultProps: { disableRipple: true } },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: { height: 32, padding: '0 12px', borderRadius: 6, whiteSpace: 'nowrap', minWidth: 0 },
      outlined: { borderColor: 'var(--border-strong)', color: 'var(--text)', background: 'var(--surface)' },
      text: { color: 'var(--text-2)' },
      sizeSmall: { height: 28, fontSize: 12 },
      sizeLarge: { height: 36 },
    },
  },
  MuiTooltip: {
    defaultProps: { enterDelay: tooltipDelayMs, enterNextDelay: tooltipDelayMs },
    styleOverrides: { tooltip: { fontSize: 12, lineHeight: '16px', padding: '6px 8px', background: 'var(--tooltip)', color: '#fff' } },
  },
  MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiMenu: { styleOverrides: { paper: { ...floating, borderRadius: 8, marginTop: 4 }, list: { padding: 4 } } },
  MuiPopover: { styleOverrides: { paper: floating } },
  MuiMenuItem: { styleOverrides: { root: { minHeight: 32, borderRadius: 6, fontSize: 13, padding: '4px 8px', gap: 10 } } },
  MuiDialog: { styleOverrides: { paper: { ...floating, borderRadius: 12, '&:focus-visible': { boxShadow: 'var(--elevation)' } } } },
  MuiDialogTitle: { styleOverrides: { root: { fontSize: 16, lineHeight: '24px', fontWeight: 600, padding: '20px 24px 8px' } } },
  MuiDialogContent: { styleOverrides: { root: { padding: '0 24px 16px' } } },
  MuiDialogActions: { styleOverrides: { root: { padding: '8px 24px 20px', gap: 8 } } },
  MuiOutlinedInput: {
    styleOverrides: {
      root: { borderRadius: 6, background: 'var(--surface)', fontSize: 13 },
      notchedOutline: { borderColor: 'var(--border-strong)' },
      input: { height: 20, padding: '6px 10px' },
    },
  },
};
