/**
 * The chosen subset of MUI. Remotes import from here, so that shell and remotes share one copy of just these parts; add a
 * part when a screen needs it.
 */
export {
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Divider,
  Drawer,
  FormControlLabel,
  Menu,
  MenuItem,
  Popover,
  Snackbar,
  Tooltip,
  useMediaQuery,
} from '@mui/material';
export { styled, useTheme } from '@mui/material/styles';
