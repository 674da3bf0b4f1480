import { Chip, Icon, type IconName } from '@outrider/sdk';
import { Menu, MenuItem } from '@outrider/sdk/mui';
import { useRef, useState } from 'react';

interface ChipMenuProps {
  label: string;
  icon?: IconName;
  /** Shown as chosen even when nothing of the options is. */
  isOn?: boolean;
  options: readonly { value: string; label: string }[];
  chosen: readonly string[];
  /** One of the options, and the menu closes. */
  isSingle?: boolean;
  onChange: (chosen: string[]) => void;
}

/** A chip that opens what it filters by. */
export function ChipMenu({ label, icon, isOn = false, options, chosen, isSingle = false, onChange }: ChipMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const pick = (value: string) => {
    if (isSingle) {
      onChange([value]);
      setOpen(false);
    } else {
      onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
    }
  };
  return (
    <>
      <Chip ref={button} isOn={isOn || chosen.length > 0} aria-haspopup="menu" aria-expanded={isOpen} onClick={() => setOpen(true)}>
        {icon ? <Icon name={icon} small /> : null}
        {label}
        {!isSingle && chosen.length > 0 ? <b>{chosen.length}</b> : null}
        <Icon name="chevron-down" small />
      </Chip>
      <Menu open={isOpen} anchorEl={button.current} onClose={() => setOpen(false)}>
        {options.map(({ value, label: text }) => (
          <MenuItem key={value} role={isSingle ? 'menuitemradio' : 'menuitemcheckbox'} aria-checked={chosen.includes(value)} selected={chosen.includes(value)} dense onClick={() => pick(value)}>
            <span className={`check${chosen.includes(value) ? ' on' : ''}`}>{chosen.includes(value) ? <Icon name="check" /> : null}</span>
            <span className="chip-menu-label">{text}</span>
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
