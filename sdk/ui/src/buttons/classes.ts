/** How a button looks. */
export interface ButtonLook {
  /** `primary` for what a screen is for, `soft` for what is on, `quiet` without a frame; `secondary` without a word. */
  variant?: 'primary' | 'secondary' | 'soft' | 'quiet' | undefined;
  /** For what takes something away. */
  tone?: 'danger' | undefined;
  /** 28 px, 36 px; 32 px without a word. */
  size?: 'small' | 'large' | undefined;
  /** More classes, for its place in a screen. */
  className?: string | undefined;
}

/** How a button looks that is an icon alone. */
export interface IconButtonLook {
  variant?: 'outlined' | undefined;
  size?: 'small' | undefined;
  /** What it turns on is on. */
  isOn?: boolean | undefined;
  className?: string | undefined;
}

const joined = (...classes: (string | false | undefined)[]) => classes.filter(Boolean).join(' ');

/** The classes of a link or label that looks like a button. */
export function buttonClass({ variant, tone, size, className }: ButtonLook = {}): string {
  return joined('btn', variant === 'quiet' ? 'text' : variant !== 'secondary' && variant, size && (size === 'small' ? 'sm' : 'lg'), tone, className);
}

/** The classes of a link that looks like a button with an icon alone. */
export function iconButtonClass({ variant, size, isOn, className }: IconButtonLook = {}): string {
  return joined('ib', size && 'sm', variant && 'line', isOn && 'on', className);
}

/** The classes of a chip. */
export function chipClass(isOn: boolean | undefined, className: string | undefined): string {
  return joined('chip', isOn && 'on', className);
}
