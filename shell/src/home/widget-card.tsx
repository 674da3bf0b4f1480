import { Denied, linkTo, RemotePart, useManifestText, useText } from '@outrider/sdk';
import { Explain } from '@outrider/sdk/explain';
import { useId, useMemo } from 'react';

import { AttentionWidget } from './attention/attention-widget';
import type { CardActions } from './card-actions';
import { MoveHandle } from './move-handle';
import { useWidgetName } from './use-widget-name';
import { WidgetMenu } from './widget-menu';
import type { HomeWidget } from './widgets';

interface WidgetCardProps {
  widget: HomeWidget;
  /** The days that Home is about. */
  days: number;
  /** Whether cards are being arranged now. */
  isEditing: boolean;
  /** False in one column, where there is nothing to arrange. */
  canArrange: boolean;
  actions: CardActions;
}

/** Up to so many rows a card has a low head. */
const lowRows = 3;

/** One widget in its card; a widget that loads, fails or is denied says so inside. */
export function WidgetCard({ widget, days, isEditing, canArrange, actions }: WidgetCardProps) {
  const { id: widgetId, path, place, about } = widget;
  const id = useId();
  const t = useText('shell');
  const text = useManifestText();
  const name = useWidgetName()(widget);
  return (
    <section className={`card home-widget${isEditing ? ' editing' : ''}${place.h <= lowRows ? ' low' : ''}`} aria-labelledby={id}>
      <header className="home-widget-head">
        {isEditing && !place.static ? <MoveHandle name={name} place={place} onArrange={(how) => actions.arrange(widgetId, how)} /> : null}
        <h2 id={id} className="ell">
          {path === undefined || place.disabled ? name : <TitleLink {...{ name, path }} />}
        </h2>
        {about || isAttention(widget) ? <Explain about={name}>{about ? text(about) : t('attention.about')}</Explain> : null}
        <span className="grow" />
        <WidgetMenu name={name} place={place} canArrange={canArrange} actions={actions} />
      </header>
      <div className="home-widget-body" inert={isEditing}>
        <WidgetBody {...{ widget, days }} />
      </div>
    </section>
  );
}

/** The one widget that is the shell's own. */
function isAttention({ remote, title }: HomeWidget): boolean {
  return remote === undefined || title === undefined;
}

function WidgetBody({ widget: { id: widgetId, remote, module, title, place }, days }: Pick<WidgetCardProps, 'widget' | 'days'>) {
  const t = useText('shell');
  const text = useManifestText();
  const { w, h } = place;
  const props = useMemo(() => ({ widgetId, w, h, days }), [widgetId, w, h, days]);
  if (place.disabled) {
    return <Denied>{t('home.denied')}</Denied>;
  }
  return remote === undefined || title === undefined ? <AttentionWidget key={days} days={days} /> : <RemotePart address={{ remote, module }} title={text(title)} props={props} />;
}

function TitleLink({ name, path }: { name: string; path: string }) {
  return (
    <a className="home-title-link" {...linkTo(path)}>
      {name}
    </a>
  );
}
