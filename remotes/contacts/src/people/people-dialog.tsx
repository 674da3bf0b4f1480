import { Icon, IconButton, useText } from '@outrider/sdk';
import { Dialog, useMediaQuery } from '@outrider/sdk/mui';
import { useId, type ReactNode } from 'react';

import './contacts.css';

interface PeopleDialogProps {
  title: string;
  /** Beside the title. */
  head?: ReactNode;
  foot?: ReactNode;
  wide?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The frame of the dialogs about contacts; below 991 px it takes the whole screen. */
export function PeopleDialog({ title, head, foot, wide = true, onClose, children }: PeopleDialogProps) {
  const t = useText();
  const titleId = useId();
  const isNarrow = useMediaQuery('(max-width: 990px)');
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth={wide ? 'lg' : 'sm'} fullScreen={isNarrow} aria-labelledby={titleId}>
      <div className={wide ? 'ct ct-wide' : 'ct'}>
        <header className="ct-title">
          <h2 id={titleId}>{title}</h2>
          {head ?? <span className="grow ct-fill" />}
          <IconButton label={t('action.close')} onClick={onClose}>
            <Icon name="close" />
          </IconButton>
        </header>
        <div className="ct-body">{children}</div>
        {foot ? <footer className="ct-foot">{foot}</footer> : null}
      </div>
    </Dialog>
  );
}
