import { Icon, IconButton, useText, type IconName } from '@outrider/sdk';
import { Menu, MenuItem } from '@outrider/sdk/mui';
import { useState } from 'react';

/** One thing that can be done. */
export interface Choice {
  label: string;
  icon: IconName;
  run: () => void;
  disabled?: boolean;
}

/** The three dots of a row. */
export function RowMenu({ of, choices }: { of: string; choices: Choice[] }) {
  const t = useText('admin');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton size="small" aria-haspopup="menu" aria-expanded={anchor !== null} label={t('actionsOf', { of })} onClick={(e) => setAnchor(e.currentTarget)}>
        <Icon name="more" />
      </IconButton>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {choices.map(({ label, icon, run, disabled }) => (
          <MenuItem
            key={label}
            disabled={disabled ?? false}
            onClick={() => {
              setAnchor(null);
              run();
            }}
          >
            <span className="row">
              <Icon name={icon} small />
              {label}
            </span>
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
