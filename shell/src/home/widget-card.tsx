import { Denied, RemotePart, useManifestText, useText } from '@outrider/sdk';
import { useId, useMemo } from 'react';

import type { Arrangement } from './arrange';
import { MoveHandle } from './move-handle';
import { WidgetMenu } from './widget-menu';
import type { HomeWidget } from './widgets';

/** What the user may do with a card. */
export interface CardActions {
  hide: (id: string) => void;
  pin: (id: string, pinned: boolean) => void;
  arrange: (id: string, how: Arrangement) => void;
}

interface WidgetCardProps {
  widget: HomeWidget;
  /** Whether cards are being arranged now. */
  isEditing: boolean;
  /** False in one column, where there is nothing to arrange. */
  canArrange: boolean;
  actions: CardActions;
}

/** One widget in its card; a widget that loads, fails or is denied says so inside. */
export function WidgetCard({ widget: { id: widgetId, remote, module, title, place }, isEditing, canArrange, actions }: WidgetCardProps) {
  const t = useText('shell');
  const text = useManifestText();
  const id = useId();
  const name = text(title);
  const { w, h } = place;
  const props = useMemo(() => ({ widgetId, w, h }), [widgetId, w, h]);
  return (
    <section className={isEditing ? 'card home-widget editing' : 'card home-widget'} aria-labelledby={id}>
      <header className="home-widget-head">
        {isEditing && !place.static ? <MoveHandle name={name} place={place} onArrange={(how) => actions.arrange(widgetId, how)} /> : null}
        <h2 id={id} className="ell grow">
          {name}
        </h2>
        <WidgetMenu name={name} place={place} canArrange={canArrange} actions={actions} />
      </header>
      <div className="home-widget-body" inert={isEditing}>
        {place.disabled ? <Denied>{t('home.denied')}</Denied> : <RemotePart address={{ remote, module }} title={name} props={props} />}
      </div>
    </section>
  );
}
