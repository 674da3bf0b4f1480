import { Icon, useText } from '@outrider/sdk';
import { Dialog, useMediaQuery } from '@outrider/sdk/mui';
import { useId, type ReactNode } from 'react';

interface ModalProps {
  title: ReactNode;
  /** A quieter line under the title. */
  hint?: ReactNode;
  width: 'sm' | 'lg';
  /** Beside the way out. */
  actions?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with a title and a way out; it fills a narrow screen. */
export function Modal({ title, hint, width, actions, onClose, children }: ModalProps) {
  const tSdk = useText();
  const titleId = useId();
  const isNarrow = useMediaQuery('(max-width: 990px)');
  return (
    <Dialog open onClose={onClose} maxWidth={width} fullWidth fullScreen={isNarrow} aria-labelledby={titleId}>
      <header className="files-modal-head">
        <div className="grow">
          <h2 id={titleId} className="ell">{title}</h2>
          {hint ? <p className="s12 t2">{hint}</p> : null}
        </div>
        {actions}
        <button type="button" className="ib" aria-label={tSdk('action.close')} title={tSdk('action.close')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <div className="files-modal-body">{children}</div>
    </Dialog>
  );
}
