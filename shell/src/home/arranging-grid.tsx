import { type ReactNode } from 'react';
import { GridLayout, type Layout } from 'react-grid-layout';

import { fromLayout, toLayout } from './arrange';
import { columns, type WidgetPlace } from './layout';

interface ArrangingGridProps {
  places: WidgetPlace[];
  /** In pixels. */
  width: number;
  rowHeight: number;
  isEditing: boolean;
  onPlaces: (places: WidgetPlace[]) => void;
  /** A cell for each place, in their order. */
  children: ReactNode;
}

/** The grid of Home whose cards are dragged and resized; nobody fetches it who arranges nothing. */
export function ArrangingGrid({ places, width, rowHeight, isEditing, onPlaces, children }: ArrangingGridProps) {
  const keep = (next: Layout) => onPlaces(fromLayout(next, places));
  return (
    <GridLayout
      className={isEditing ? 'home-grid editing' : 'home-grid'}
      width={width}
      layout={toLayout(places)}
      gridConfig={{ cols: columns, rowHeight, margin: [16, 0], containerPadding: [0, 0] }}
      dragConfig={{ enabled: isEditing, handle: '.home-widget-head', cancel: '[aria-haspopup]' }}
      resizeConfig={{ enabled: isEditing, handles: ['se'] }}
      onDragStop={keep}
      onResizeStop={keep}
    >
      {children}
    </GridLayout>
  );
}
