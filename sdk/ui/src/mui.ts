/**
 * The chosen subset of MUI. Remotes import from here, so that shell and remotes share one copy of just these parts; add a
 * part when a screen needs it.
 */
export {
  Alert,
  Autocomplete,
  Box,
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Divider,
  Drawer,
  FormControlLabel,
  IconButton,
  InputAdornment,
  LinearProgress,
  Menu,
  MenuItem,
  Popover,
  Select,
  Slider,
  Snackbar,
  Switch,
  Tab,
  Tabs,
  TextField,
  Tooltip,
  useMediaQuery,
} from '@mui/material';
export { styled, useTheme } from '@mui/material/styles';
