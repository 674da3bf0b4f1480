import { Button, useText } from '@outrider/sdk';
import { Checkbox, Dialog, DialogActions, DialogContent, DialogTitle, FormControlLabel, useMediaQuery } from '@outrider/sdk/mui';
import { useId, useState } from 'react';

import { useWidgetName } from './use-widget-name';
import { saveWidgets, type HomeWidget } from './widgets';

/** Chooses which widgets Home shows; one that the user may not see is listed, disabled, with the reason. */
export function WidgetChooser({ widgets, onClose }: { widgets: HomeWidget[]; onClose: () => void }) {
  const t = useText('shell');
  const tSdk = useText();
  const nameOf = useWidgetName();
  const id = useId();
  const isNarrow = useMediaQuery('(max-width: 990px)');
  const [chosen, setChosen] = useState(() => new Set(widgets.filter(({ place }) => place.enabled && !place.disabled).map((widget) => widget.id)));

  const toggle = (widget: string) => {
    const next = new Set(chosen);
    if (!next.delete(widget)) {
      next.add(widget);
    }
    setChosen(next);
  };
  const save = () => {
    onClose();
    const changed = widgets.filter(({ place }) => !place.disabled && place.enabled !== chosen.has(place.id));
    void saveWidgets(widgets, changed.map(({ place }) => ({ ...place, enabled: chosen.has(place.id) })));
  };

  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs" fullWidth fullScreen={isNarrow}>
      <DialogTitle id={id}>{t('bar.widgets')}</DialogTitle>
      <DialogContent>
        <p className="t2 home-chooser-text">{widgets.length === 0 ? t('home.noneText') : t('home.chooserText')}</p>
        {widgets.map(({ id: widget, place, ...one }) => (
          <div key={widget} className="home-choice">
            <FormControlLabel
              disabled={place.disabled}
              control={<Checkbox size="small" color="secondary" checked={chosen.has(widget)} onChange={() => toggle(widget)} />}
              label={nameOf(one)}
            />
            {place.disabled ? <small className="t2">{t('bar.noPermission')}</small> : null}
          </div>
        ))}
      </DialogContent>
      <DialogActions>
        <Button size="large" onClick={onClose}>
          {tSdk('action.cancel')}
        </Button>
        <Button variant="primary" size="large" onClick={save}>
          {tSdk('action.save')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
