import { Menu, MenuItem } from '@mui/material';

import { Icon } from '../icons';
import { useText } from '../i18n';
import type { RowAction } from './column';

interface RowMenuProps {
  actions: RowAction[];
  anchor: HTMLElement;
  onClose: () => void;
}

/** The actions of one row. */
export function RowMenu({ actions, anchor, onClose }: RowMenuProps) {
  const t = useText();
  return (
    <Menu open anchorEl={anchor} onClose={onClose} slotProps={{ list: { 'aria-label': t('table.actions') } }}>
      {actions.map(({ id, label, icon, disabled, tone, run }) => (
        <MenuItem
          key={id}
          disabled={disabled !== undefined}
          title={disabled}
          className={tone === 'danger' ? 'danger' : undefined}
          onClick={() => {
            onClose();
            run();
          }}
        >
          {icon ? <Icon name={icon} small /> : null}
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
