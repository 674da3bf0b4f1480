import { linkTo, useManifestText, useText } from '@outrider/sdk';
import { Explain } from '@outrider/sdk/explain';
import { useCallback, useId } from 'react';

import type { CardActions } from './card-actions';
import { MoveHandle } from './move-handle';
import { useWidgetName } from './use-widget-name';
import { WidgetMenu } from './widget-menu';
import type { HomeWidget } from './widgets';

interface WidgetCardProps {
  widget: HomeWidget;
  /** What has the widget itself; see useWidgetBodies. */
  body: HTMLElement;
  /** Whether cards are being arranged now. */
  isEditing: boolean;
  /** False in one column, where there is nothing to arrange. */
  canArrange: boolean;
  actions: CardActions;
}

/** Up to so many rows a card has a low head. */
const lowRows = 3;

/** One widget in its card; a widget that loads, fails or is denied says so inside. */
export function WidgetCard({ widget, body, isEditing, canArrange, actions }: WidgetCardProps) {
  const { id: widgetId, path, place, about } = widget;
  const id = useId();
  const t = useText('shell');
  const text = useManifestText();
  const name = useWidgetName()(widget);
  const putBody = useCallback((cell: HTMLElement | null) => cell?.replaceChildren(body), [body]);
  return (
    <section className={`card home-widget${isEditing ? ' editing' : ''}${place.h <= lowRows ? ' low' : ''}`} aria-labelledby={id}>
      <header className="home-widget-head">
        {isEditing && !place.static ? <MoveHandle name={name} place={place} onArrange={(how) => actions.arrange(widgetId, how)} /> : null}
        <h2 id={id} className="ell">
          {path === undefined || place.disabled || isEditing ? name : <TitleLink {...{ name, path }} />}
        </h2>
        {about || isAttention(widget) ? <Explain about={name}>{about ? text(about) : t('attention.about')}</Explain> : null}
        <span className="grow" />
        <WidgetMenu name={name} place={place} canArrange={canArrange} actions={actions} />
      </header>
      <div ref={putBody} className="home-widget-body" inert={isEditing} />
    </section>
  );
}

/** The one widget that is the shell's own. */
function isAttention({ remote, title }: HomeWidget): boolean {
  return remote === undefined || title === undefined;
}

function TitleLink({ name, path }: { name: string; path: string }) {
  return (
    <a className="home-title-link" {...linkTo(path)}>
      {name}
    </a>
  );
}
