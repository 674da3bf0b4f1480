import { Button, buttonClass, Icon, IconButton, saveUi, useShellInfo, useText } from '@outrider/sdk';
import { Link } from '@outrider/sdk/router';
import { useEffect, useRef, useState } from 'react';

import { tourSteps } from './tour-steps';

import './tour.css';

/** The portal in a few steps, on a card that leaves the page free. That it was begun is kept with the user: it comes by itself only once. */
export function Tour({ onClose }: { onClose: () => void }) {
  const t = useText('help');
  const tSdk = useText();
  const steps = tourSteps(useShellInfo());
  const [at, setAt] = useState(0);
  const card = useFocus();
  const step = steps[at];
  const isLast = at === steps.length - 1;
  useEffect(() => void saveUi({ help: { tour: true } }), []);
  useEscape(onClose);
  usePointer(step?.id);
  return step ? (
    <section ref={card} className="tour float" aria-labelledby="tour-title" aria-describedby="tour-text" tabIndex={-1}>
      <header className="tour-head">
        <span className="grow s12 t2 num">{t('tourStep', { n: at + 1, all: steps.length })}</span>
        <IconButton size="small" label={tSdk('action.close')} onClick={onClose}>
          <Icon name="close" small />
        </IconButton>
      </header>
      <div aria-live="polite">
        <h2 id="tour-title">{t(`tour.${step.id}.title`)}</h2>
        <p id="tour-text">{t(`tour.${step.id}.text`)}</p>
      </div>
      <footer className="tour-foot">
        {step.path === undefined ? null : (
          <Link className={buttonClass({ variant: 'quiet' })} to={step.path}>
            {t('go')}
          </Link>
        )}
        <span className="grow" />
        {at > 0 ? (
          <Button onClick={() => setAt(at - 1)}>
            {t('tourBack')}
          </Button>
        ) : null}
        <Button variant="primary" onClick={() => (isLast ? onClose() : setAt(at + 1))}>
          {t(isLast ? 'tourDone' : 'tourNext')}
        </Button>
      </footer>
    </section>
  ) : null;
}

/** Takes the focus unless somebody works with the page already, and gives it back to where it was. */
function useFocus() {
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    if (before === document.body || before?.closest('.help')) {
      card.current?.focus({ preventScroll: true });
    }
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return card;
}

/** Esc ends the tour, unless a dialog above it wants the key. */
function useEscape(onClose: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('.MuiModal-root')) onClose();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [onClose]);
}

/** Marks the entry of the frame that a step is about; tour.css says how. */
function usePointer(id: number | undefined): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (id !== undefined) dataset['tour'] = String(id);
    return () => {
      delete dataset['tour'];
    };
  }, [id]);
}
