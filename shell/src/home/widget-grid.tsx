import { useMediaQuery } from '@outrider/sdk/mui';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';

import type { CardActions } from './card-actions';
import { columns, compacted, fillingRowHeight, rowHeight, type WidgetPlace } from './layout';
import { useAvailableHeight } from './use-available-height';
import { useWidgetBodies } from './widget-bodies';
import { WidgetCard } from './widget-card';
import type { HomeWidget } from './widgets';

import './widget-grid.css';

const ArrangingGrid = lazy(async () => ({ default: (await import('./arranging-grid')).ArrangingGrid }));

interface WidgetGridProps {
  widgets: HomeWidget[];
  isEditing: boolean;
  /** The days that Home is about. */
  days: number;
  actions: CardActions;
  onPlaces: (places: WidgetPlace[]) => void;
}

/** The cards of Home on a grid of 12 columns, or one below the other on a narrow screen. */
export function WidgetGrid({ widgets, isEditing, days, actions, onPlaces }: WidgetGridProps) {
  const isNarrow = useMediaQuery('(max-width: 990px)');
  const container = useRef<HTMLDivElement>(null);
  const available = useAvailableHeight(container);
  const places = useMemo(() => widgets.map(({ place }) => place), [widgets]);
  const width = useWidth(container, isEditing);
  const { bodyOf, bodies } = useWidgetBodies(widgets, days);

  if (isNarrow) {
    const inOrder = [...widgets].sort((a, b) => a.place.y - b.place.y || a.place.x - b.place.x);
    return (
      <div className="home-column">
        {inOrder.map((widget) => (
          <div key={widget.id} style={{ minHeight: Math.max(200, widget.place.h * rowHeight - 16) }}>
            <WidgetCard widget={widget} body={bodyOf(widget.id)} isEditing={false} canArrange={false} actions={actions} />
          </div>
        ))}
        {bodies}
      </div>
    );
  }
  const row = fillingRowHeight(places, available);
  const card = (widget: HomeWidget, isMovable: boolean) => <WidgetCard widget={widget} body={bodyOf(widget.id)} isEditing={isMovable} canArrange actions={actions} />;
  // Its cards have no handles: who takes one must not lose it when what moves them arrives.
  const still = (
    <div className="home-grid" style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, gridAutoRows: row }}>
      {compacted(places).map(({ x, y, w, h }, index) => {
        const widget = widgets[index];
        return widget ? <div key={widget.id} className="home-cell" style={{ gridArea: `${y + 1} / ${x + 1} / span ${h} / span ${w}` }}>{card(widget, false)}</div> : null;
      })}
    </div>
  );
  return (
    <div ref={container}>
      {width === undefined ? still : (
        <Suspense fallback={still}>
          <ArrangingGrid {...{ places, width, isEditing, onPlaces }} rowHeight={row}>
            {widgets.map((widget) => <div key={widget.id} className="home-cell">{card(widget, isEditing)}</div>)}
          </ArrangingGrid>
        </Suspense>
      )}
      {bodies}
    </div>
  );
}

/** The width of an element in pixels, from when it is asked for on; undefined until then. */
function useWidth(element: React.RefObject<HTMLElement | null>, isAsked: boolean): number | undefined {
  const [width, setWidth] = useState<number>();
  const isKnown = isAsked || width !== undefined;
  useEffect(() => {
    if (!isKnown || !element.current) return undefined;
    const observed = element.current;
    const resized = new ResizeObserver(() => setWidth(observed.clientWidth));
    setWidth(observed.clientWidth);
    resized.observe(observed);
    return () => resized.disconnect();
  }, [element, isKnown]);
  return width;
}
