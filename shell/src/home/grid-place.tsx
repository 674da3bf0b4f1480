import { RemoteFailure, useText, snackbar } from '@outrider/sdk';
import { useEffect, useMemo, useState, type ComponentType, type ComponentProps } from 'react';

import type { CardActions } from './card-actions';
import type { WidgetGrid } from './widget-grid';
import { useWidgetName } from './use-widget-name';
import { saveWidgets, type HomeWidget } from './widgets';

type Grid = ComponentType<ComponentProps<typeof WidgetGrid>>;

interface GridPlaceProps {
  /** All that there are, also hidden ones. */
  widgets: HomeWidget[];
  shown: HomeWidget[];
  isEditing: boolean;
  /** The days that Home is about. */
  days: number;
}

/** The place of the grid, whose code comes only with Home; skeletons in the cards' places until it is there. */
export function GridPlace({ widgets, shown, isEditing, days }: GridPlaceProps) {
  const t = useText('shell');
  const [code, setCode] = useState<{ Grid: Grid }>();
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const actions = useCardActions(widgets, shown);

  useEffect(() => {
    let left = false;
    setFailed(false);
    import('./widget-grid').then(
      ({ WidgetGrid: Grid }) => {
        if (!left) {
          setCode({ Grid });
        }
      },
      (error: unknown) => {
        console.error('grid of Home', error);
        setFailed(!left);
      },
    );
    return () => {
      left = true;
    };
  }, [attempt]);

  if (failed) {
    return <RemoteFailure title={t('screen.home')} onRetry={() => setAttempt(attempt + 1)} />;
  }
  if (!code) {
    return (
      <div className="home-waiting" role="status" aria-label={t('home.loading')}>
        {shown.map(({ id }) => (
          <i key={id} className="skel" />
        ))}
      </div>
    );
  }
  return <code.Grid widgets={shown} isEditing={isEditing} days={days} actions={actions} onPlaces={(places) => void saveWidgets(widgets, places)} />;
}

function useCardActions(widgets: HomeWidget[], shown: HomeWidget[]): CardActions {
  const t = useText('shell');
  const nameOf = useWidgetName();
  return useMemo(() => {
    const find = (id: string) => widgets.find((widget) => widget.id === id);
    const save = (places: HomeWidget['place'][]) => void saveWidgets(widgets, places);
    return {
      hide: (id) => {
        const widget = find(id);
        if (widget) {
          save([{ ...widget.place, enabled: false }]);
          snackbar(t('home.hidden', { name: nameOf(widget) }), { label: t('home.undo'), run: () => save([{ ...widget.place, enabled: true }]) });
        }
      },
      pin: (id, pinned) => {
        const place = find(id)?.place;
        if (place) {
          save([{ ...place, static: pinned }]);
        }
      },
      arrange: (id, how) => {
        const places = shown.map(({ place }) => place);
        void import('./arrange').then(({ arranged }) => save(arranged(places, id, how)));
      },
    };
  }, [widgets, shown, t, nameOf]);
}
