import { Dialog, Popover, useMediaQuery } from '@mui/material';
import { useId, useRef, useState } from 'react';

import { labelled, useText } from '../../i18n';
import { Icon } from '../../icons';
import { useFormat } from '../../units';
import { useToday } from '../use-today';
import { RangePanel } from './range-panel';
import type { RangePickerProps } from './range-picker-props';
import { rangeText, shortcutOf, shortcutText } from './range-text';

/** A stretch of time: shortcuts, a calendar of two months (one when narrow) and typed dates and times. */
export function DateTimeRangePicker(props: RangePickerProps) {
  const { value, onChange, label, min, max, disabled = false, className } = props;
  const t = useText();
  const { locale } = useFormat().settings;
  const today = useToday(props.zone);
  const button = useRef<HTMLButtonElement>(null);
  const dialogId = useId();
  const [isOpen, setOpen] = useState(false);
  const isNarrow = useMediaQuery('(max-width: 990px)');
  const shortcut = value ? shortcutOf(value, today, { min, max }) : undefined;
  const text = value ? rangeText(value, locale) : t('range.choose');
  const close = () => setOpen(false);
  const panel = (
    <RangePanel
      {...props}
      today={today}
      months={isNarrow ? 1 : 2}
      onCancel={close}
      onChange={(range) => {
        close();
        onChange(range);
      }}
    />
  );
  const paper = { id: dialogId, role: 'dialog', 'aria-label': label } as const;
  return (
    <>
      <button
        ref={button}
        type="button"
        className={['field range-button', className].filter(Boolean).join(' ')}
        disabled={disabled}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? dialogId : undefined}
        aria-label={labelled(label, `${shortcut ? `${shortcutText(shortcut)}, ` : ''}${text}`)}
        title={text}
        onClick={() => setOpen(true)}
      >
        <Icon name="calendar" small />
        {shortcut ? <b>{shortcutText(shortcut)}</b> : null}
        <span className={value ? 'ell' : 'ell t3'}>{text}</span>
        <Icon name="chevron-down" small className="range-arrow" />
      </button>
      {isNarrow ? (
        <Dialog open={isOpen} onClose={close} fullScreen slotProps={{ paper: { ...paper, sx: { border: 0, borderRadius: 0 } } }}>
          {panel}
        </Dialog>
      ) : (
        <Popover open={isOpen} onClose={close} anchorEl={() => button.current} anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }} slotProps={{ paper: { ...paper, sx: { mt: '4px' } } }}>
          {panel}
        </Popover>
      )}
    </>
  );
}
