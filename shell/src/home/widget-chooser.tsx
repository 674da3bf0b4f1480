import { useManifestText, useText } from '@outrider/sdk';
import { Button, Checkbox, Dialog, DialogActions, DialogContent, DialogTitle, FormControlLabel } from '@outrider/sdk/mui';
import { useId, useState } from 'react';

import { saveWidgets } from './save-widgets';
import type { HomeWidget } from './widgets';

interface WidgetChooserProps {
  widgets: HomeWidget[];
  off: Set<string>;
  onClose: () => void;
}

/** Chooses which widgets Home shows. */
export function WidgetChooser({ widgets, off, onClose }: WidgetChooserProps) {
  const t = useText('shell');
  const tSdk = useText();
  const text = useManifestText();
  const id = useId();
  const [chosenOff, setChosenOff] = useState(off);

  const toggle = (widget: string) => {
    const next = new Set(chosenOff);
    if (!next.delete(widget)) {
      next.add(widget);
    }
    setChosenOff(next);
  };

  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <DialogTitle id={id}>{t('bar.widgets')}</DialogTitle>
      <DialogContent>
        {widgets.length === 0 ? t('home.none') : null}
        {widgets.map(({ id: widget, title }) => (
          <div key={widget}>
            <FormControlLabel control={<Checkbox size="small" color="secondary" checked={!chosenOff.has(widget)} onChange={() => toggle(widget)} />} label={text(title)} />
          </div>
        ))}
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" size="large" onClick={onClose}>
          {tSdk('action.cancel')}
        </Button>
        <Button
          variant="contained"
          size="large"
          onClick={() => {
            onClose();
            void saveWidgets(widgets, chosenOff);
          }}
        >
          {tSdk('action.save')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
