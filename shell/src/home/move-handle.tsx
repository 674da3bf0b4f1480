import { Icon, IconButton, useText } from '@outrider/sdk';
import { useId, type KeyboardEvent } from 'react';

import type { Arrangement } from './arrange';
import type { WidgetPlace } from './layout';

const moves: Record<string, Arrangement> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };
const sizes: Record<string, Arrangement> = { ArrowLeft: 'narrower', ArrowRight: 'wider', ArrowUp: 'shorter', ArrowDown: 'taller' };

/** What a card is dragged by; with the keyboard the arrows move it, and with Shift they resize it. */
export function MoveHandle({ name, place: { x, y, w, h }, onArrange }: { name: string; place: WidgetPlace; onArrange: (how: Arrangement) => void }) {
  const t = useText('shell');
  const id = useId();
  const press = (event: KeyboardEvent) => {
    const how = (event.shiftKey ? sizes : moves)[event.key];
    if (how) {
      event.preventDefault();
      onArrange(how);
    }
  };
  return (
    <>
      <IconButton size="small" className="home-move" label={t('home.move', { name })} aria-describedby={id} title={t('home.moveText')} onKeyDown={press}>
        <Icon name="move" small />
      </IconButton>
      <span className="unseen" id={id}>
        {t('home.moveText')}
      </span>
      <span className="unseen" role="status">
        {t('home.where', { column: x + 1, row: y + 1, w, h })}
      </span>
    </>
  );
}
