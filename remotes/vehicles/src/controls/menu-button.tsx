import { Button, Icon, IconButton, type ButtonLook, type IconButtonLook } from '@outrider/sdk';
import { Menu } from '@outrider/sdk/mui';
import { useState, type ReactNode } from 'react';

type MenuButtonProps = {
  label: string;
  children: (close: () => void) => ReactNode;
} & (({ icon: string } & IconButtonLook) | ({ face: ReactNode } & ButtonLook));

/** A button that opens a menu: an icon, or what `face` is. */
export function MenuButton({ label, children, ...button }: MenuButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const close = () => setAnchor(undefined);
  const opener = { 'aria-haspopup': 'menu', 'aria-expanded': anchor !== undefined, onClick: (event: { currentTarget: HTMLElement }) => setAnchor(event.currentTarget) } as const;
  return (
    <>
      {'icon' in button ? (
        <IconButton label={label} variant={button.variant} size={button.size} {...opener}>
          <Icon name={button.icon} />
        </IconButton>
      ) : (
        <Button variant={button.variant} size={button.size} aria-label={label} title={label} {...opener}>
          {button.face}
        </Button>
      )}
      {anchor ? (
        <Menu open anchorEl={anchor} onClose={close}>
          {children(close)}
        </Menu>
      ) : null}
    </>
  );
}
