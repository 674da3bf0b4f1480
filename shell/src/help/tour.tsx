import { saveUi, useText } from '@outrider/sdk';
import { Dialog, DialogActions, DialogContent, DialogTitle } from '@outrider/sdk/mui';
import { useEffect, useState } from 'react';

const steps = 6;

/** The portal in six steps; that it was begun is kept with the user, so that it is offered no more. */
export function Tour({ onClose }: { onClose: () => void }) {
  const t = useText('help');
  const [step, setStep] = useState(1);
  useEffect(() => void saveUi({ help: { tour: true } }), []);
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="tour-title">
      <DialogTitle id="tour-title">{t(`tour.${step}.title`)}</DialogTitle>
      <DialogContent>
        <p aria-live="polite">{t(`tour.${step}.text`)}</p>
      </DialogContent>
      <DialogActions>
        <span className="grow s12 t2 num">{t('tourStep', { n: step, all: steps })}</span>
        {step > 1 ? (
          <button type="button" className="btn" onClick={() => setStep(step - 1)}>
            {t('tourBack')}
          </button>
        ) : null}
        <button type="button" className="btn primary" onClick={() => (step < steps ? setStep(step + 1) : onClose())}>
          {t(step < steps ? 'tourNext' : 'tourDone')}
        </button>
      </DialogActions>
    </Dialog>
  );
}
