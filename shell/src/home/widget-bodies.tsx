import { Denied, RemotePart, useManifestText, useText } from '@outrider/sdk';
import { useMemo, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

import { AttentionWidget } from './attention/attention-widget';
import type { HomeWidget } from './widgets';

interface WidgetBodies {
  /** The element of a widget, which its card takes in. */
  bodyOf: (widgetId: string) => HTMLElement;
  /** To be rendered beside the cards. */
  bodies: ReactNode;
}

/** The widgets without their cards, each in an element of its own. It goes with the card from one grid to another, so that what a widget has loaded stays when cards are about to be moved. */
export function useWidgetBodies(widgets: HomeWidget[], days: number): WidgetBodies {
  const [elements] = useState(() => new Map<string, HTMLElement>());
  const bodyOf = (widgetId: string) => {
    const known = elements.get(widgetId);
    if (known) return known;
    const made = document.createElement('div');
    made.className = 'home-widget-content';
    elements.set(widgetId, made);
    return made;
  };
  return { bodyOf, bodies: widgets.map((widget) => createPortal(<WidgetBody {...{ widget, days }} />, bodyOf(widget.id), widget.id)) };
}

function WidgetBody({ widget: { id: widgetId, remote, module, title, place }, days }: { widget: HomeWidget; days: number }) {
  const t = useText('shell');
  const text = useManifestText();
  const { w, h } = place;
  const props = useMemo(() => ({ widgetId, w, h, days }), [widgetId, w, h, days]);
  if (place.disabled) {
    return <Denied>{t('home.denied')}</Denied>;
  }
  return remote === undefined || title === undefined ? <AttentionWidget key={days} days={days} /> : <RemotePart address={{ remote, module }} title={text(title)} props={props} />;
}
