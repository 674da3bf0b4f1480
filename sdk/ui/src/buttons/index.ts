export { Button, type ButtonProps } from './button';
export { Chip, type ChipProps } from './chip';
export { buttonClass, iconButtonClass, type ButtonLook, type IconButtonLook } from './classes';
export { IconButton, type IconButtonProps } from './icon-button';
export { RemoveButton, type RemoveButtonProps } from './remove-button';
export { Segment, type SegmentProps } from './segment';
