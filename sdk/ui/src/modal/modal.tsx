import { Dialog, useMediaQuery } from '@mui/material';
import { useEffect, useId, useRef, type ReactNode } from 'react';

import { IconButton } from '../buttons';
import { useText } from '../i18n';
import { Icon } from '../icons';

import './modal.css';

export interface ModalProps {
  title: ReactNode;
  /** A quieter line under the title. */
  hint?: ReactNode;
  width?: 'xs' | 'sm' | 'md' | 'lg';
  /** Beside the way out. */
  actions?: ReactNode;
  /** Between the title and what it is about: tabs. */
  head?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with a title and a way out; it fills a narrow screen, unless it is one of the smallest. */
export function Modal({ title, hint, width = 'sm', actions, head, onClose, children }: ModalProps) {
  const t = useText();
  const titleId = useId();
  const isNarrow = useMediaQuery('(max-width: 990px)');
  const root = useEscapeWithoutFocus(onClose);
  return (
    <Dialog ref={root} open onClose={onClose} maxWidth={width} fullWidth fullScreen={isNarrow && width !== 'xs'} aria-labelledby={titleId}>
      <header className="modal-head">
        <div className="grow">
          <h2 id={titleId} className="ell">
            {title}
          </h2>
          {hint ? <p className="s12 t2">{hint}</p> : null}
        </div>
        {actions}
        <IconButton label={t('action.close')} onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </header>
      {head}
      <div className="modal-body">{children}</div>
    </Dialog>
  );
}

/** Closes the topmost dialog by Escape also while nothing in it has the focus: what had it may be gone from the screen. Returns the ref of the dialog. */
function useEscapeWithoutFocus(onClose: () => void) {
  const root = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const all = document.querySelectorAll('.MuiModal-root');
      if (event.key === 'Escape' && document.activeElement === document.body && all.item(all.length - 1) === root.current) {
        close.current();
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return root;
}
