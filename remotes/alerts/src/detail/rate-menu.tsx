import { Button, Icon, useText, type TextKey } from '@outrider/sdk';
import { Menu } from '@outrider/sdk/mui';
import { useRef, useState } from 'react';

import { ratings } from '../alert/looks';
import type { Quality } from '../api/alert';

/** Rates an alert: one is picked in the menu, then confirmed. */
export function RateMenu({ quality, onRate }: { quality: Quality; onRate: (quality: Quality) => Promise<unknown> }) {
  const t = useText('alerts');
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [picked, setPicked] = useState<Quality>(quality);
  const [isBusy, setBusy] = useState(false);
  const choices = quality === 'none' ? ratings : ([...ratings, 'none'] as const);
  const apply = async () => {
    setBusy(true);
    await onRate(picked);
    setBusy(false);
    setOpen(false);
  };
  return (
    <>
      <Button
        ref={button}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => {
          setPicked(quality);
          setOpen(true);
        }}
      >
        <Icon name="rate" small />
        {t((quality === 'none' ? 'rating.rate' : `rating.${quality}`) as TextKey<'alerts'>)}
        <Icon name="chevron-down" small />
      </Button>
      <Menu open={isOpen} anchorEl={button.current} onClose={() => setOpen(false)} slotProps={{ list: { role: 'presentation' } }}>
        <fieldset className="rate-menu">
          <legend>{t('rating.title')}</legend>
          {choices.map((choice) => (
            <label key={choice}>
              <input type="radio" name="rating" value={choice} checked={picked === choice} onChange={() => setPicked(choice)} />
              {t(choice === 'none' ? 'rating.removeTag' : `rating.${choice}`)}
            </label>
          ))}
          <Button variant="primary" disabled={isBusy || picked === quality} onClick={() => void apply()}>
            {t('rating.confirm')}
          </Button>
        </fieldset>
      </Menu>
    </>
  );
}
