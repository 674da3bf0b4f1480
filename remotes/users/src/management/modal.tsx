import { Icon, useText } from '@outrider/sdk';
import { Dialog, useMediaQuery } from '@outrider/sdk/mui';
import { useId, type ReactNode } from 'react';

interface ModalProps {
  title: ReactNode;
  /** A quieter line under the title. */
  hint?: ReactNode;
  width?: 'xs' | 'sm' | 'md';
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with a title and a way out; it fills a narrow screen. */
export function Modal({ title, hint, width = 'sm', onClose, children }: ModalProps) {
  const t = useText();
  const titleId = useId();
  const isNarrow = useMediaQuery('(max-width: 990px)');
  return (
    <Dialog open onClose={onClose} maxWidth={width} fullWidth fullScreen={isNarrow && width !== 'xs'} aria-labelledby={titleId}>
      <header className="ppl-modal-head">
        <div className="grow">
          <h2 id={titleId} className="ell">
            {title}
          </h2>
          {hint ? <p className="s12 t2 ell">{hint}</p> : null}
        </div>
        <button type="button" className="ib" aria-label={t('action.close')} title={t('action.close')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <div className="ppl-modal-body">{children}</div>
    </Dialog>
  );
}
