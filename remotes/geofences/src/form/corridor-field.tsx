import { Button, Icon, useFormat, useText } from '@outrider/sdk';
import { shownAs } from '@outrider/sdk/inputs';
import { shapeOf, type Shape } from '@outrider/sdk/map-draw';
import { lazy, Suspense, useId, useState } from 'react';

const TripDialog = lazy(async () => ({ default: (await import('./trip-dialog')).TripDialog }));

type Route = Extract<Shape, { kind: 'route' }>;

interface CorridorFieldProps {
  line: Route | undefined;
  widthM: number;
  /** Past trips may be seen. */
  mayTrack: boolean;
  onLine: (line: Route) => void;
  onWidth: (widthM: number) => void;
  /** The polygon is edited from now on, corner by corner. */
  onDone: () => void;
}

const leastM = 5;
const mostM = 10_000;

/** How wide a corridor is, and from where its line is taken. */
export function CorridorField({ line, widthM, mayTrack, onLine, onWidth, onDone }: CorridorFieldProps) {
  const t = useText('geofences');
  const id = useId();
  const [isPicking, setPicking] = useState(false);
  const length = shownAs('length', useFormat());
  const [text, setText] = useState<string>();
  const typed = length.fromUser(Number((text ?? '').replace(',', '.')));
  const isWrong = text !== undefined && !(typed >= leastM && typed <= mostM);
  const take = () => {
    if (text !== undefined && !isWrong) onWidth(typed);
    setText(undefined);
  };
  return (
    <div className="gf-corridor">
      {line ? (
        <>
          <label htmlFor={id}>{t('form.corridorWidth', { unit: length.unit })}</label>
          <input
            id={id} className="coords-input num" inputMode="decimal" aria-invalid={isWrong} value={text ?? String(Math.round(length.toUser(widthM)))}
            onChange={(event) => setText(event.target.value)}
            onBlur={take}
            onKeyDown={(event) => {
              if (event.key === 'Enter') {
                event.preventDefault();
                take();
              }
            }}
          />
          <Button size="small" onClick={onDone}>
            <Icon name="geofencing" small />
            {t('form.corridorDone')}
          </Button>
        </>
      ) : null}
      {mayTrack ? (
        <Button size="small" onClick={() => setPicking(true)}>
          <Icon name="tracking" small />
          {t('form.fromTrip')}
        </Button>
      ) : null}
      {isPicking ? (
        <Suspense fallback={null}>
          <TripDialog
            onClose={() => setPicking(false)}
            onChoose={(way) => {
              setPicking(false);
              const route = shapeOf('route', way);
              if (route?.kind === 'route') onLine(route);
            }}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
