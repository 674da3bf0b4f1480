import { useMediaQuery } from '@outrider/sdk/mui';
import { useMemo } from 'react';
import { GridLayout, useContainerWidth, type Layout } from 'react-grid-layout';

import { fromLayout, toLayout } from './arrange';
import { columns, fillingRowHeight, rowHeight, type WidgetPlace } from './layout';
import { useAvailableHeight } from './use-available-height';
import { WidgetCard, type CardActions } from './widget-card';
import type { HomeWidget } from './widgets';

import './widget-grid.css';

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
  const { width, containerRef, mounted } = useContainerWidth({ measureBeforeMount: true });
  const available = useAvailableHeight(containerRef);
  const places = useMemo(() => widgets.map(({ place }) => place), [widgets]);
  const layout = useMemo(() => toLayout(places), [places]);
  const keep = (next: Layout) => onPlaces(fromLayout(next, places));

  if (isNarrow) {
    const inOrder = [...widgets].sort((a, b) => a.place.y - b.place.y || a.place.x - b.place.x);
    return (
      <div className="home-column">
        {inOrder.map((widget) => (
          <div key={widget.id} style={{ minHeight: Math.max(200, widget.place.h * rowHeight - 16) }}>
            <WidgetCard widget={widget} days={days} isEditing={false} canArrange={false} actions={actions} />
          </div>
        ))}
      </div>
    );
  }
  return (
    <div ref={containerRef}>
      {mounted ? (
        <GridLayout
          className={isEditing ? 'home-grid editing' : 'home-grid'}
          width={width}
          layout={layout}
          gridConfig={{ cols: columns, rowHeight: fillingRowHeight(places, available), margin: [16, 0], containerPadding: [0, 0] }}
          dragConfig={{ enabled: isEditing, handle: '.home-widget-head', cancel: '[aria-haspopup]' }}
          resizeConfig={{ enabled: isEditing, handles: ['se'] }}
          onDragStop={keep}
          onResizeStop={keep}
        >
          {widgets.map((widget) => (
            <div key={widget.id} className="home-cell">
              <WidgetCard widget={widget} days={days} isEditing={isEditing} canArrange actions={actions} />
            </div>
          ))}
        </GridLayout>
      ) : null}
    </div>
  );
}
