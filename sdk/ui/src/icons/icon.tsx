import { iconPaths, type IconName } from './icon-paths';

export interface IconProps {
  /** A name of the set; an unknown one, as from a newer manifest, draws a plug. */
  name: IconName | (string & {});
  /** 16 px with a heavier stroke, for buttons and text. */
  small?: boolean;
  className?: string;
  /** What it says to those who do not see it; without one it is decoration. */
  label?: string;
}

/** One icon of the set, in the colour of the text around it. */
export function Icon({ name, small = false, className, label }: IconProps) {
  const path = name in iconPaths ? iconPaths[name as IconName] : iconPaths.plug;
  const classes = ['i', small && 's', (name === 'more' || name === 'move') && 'dd', className].filter(Boolean).join(' ');
  return (
    <svg className={classes} viewBox="0 0 20 20" {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}>
      <path d={path} />
    </svg>
  );
}
