import { useText, type TextKey } from '@outrider/sdk';
import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';

import './bottom-sheet.css';

/** How much of the page the sheet may take: a peek, half, all but the tools. */
export const sheetStops = [0.18, 0.47, 0.92] as const;

interface BottomSheetProps {
  /** An index of {@link sheetStops}. */
  stop: number;
  onStop: (stop: number) => void;
  label: string;
  children: ReactNode;
}

/** A panel at the bottom that is pulled up by its handle, or moved by the arrow keys on it. */
export function BottomSheet({ stop, onStop, label, children }: BottomSheetProps) {
  const t = useText('vehicles');
  const sheet = useRef<HTMLElement>(null);
  const [dragged, setDragged] = useState<number>();
  const share = dragged ?? sheetStops[stop] ?? sheetStops[1];

  const shareAt = (event: PointerEvent) => {
    const page = sheet.current?.parentElement?.getBoundingClientRect();
    return page ? Math.max(0.1, Math.min(0.95, (page.bottom - event.clientY) / page.height)) : undefined;
  };
  const press = (event: KeyboardEvent) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      onStop(Math.max(0, Math.min(sheetStops.length - 1, stop + by)));
    }
  };
  const drop = () => {
    if (dragged !== undefined) {
      onStop(nearest(dragged));
      setDragged(undefined);
    }
  };

  return (
    <section ref={sheet} className={dragged === undefined ? 'vlist sheet' : 'vlist sheet dragged'} aria-label={label} style={{ height: `${share * 100}%` }}>
      <div
        className="sheet-grab"
        role="slider"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={t('sheet.height')}
        aria-valuemin={0}
        aria-valuemax={sheetStops.length - 1}
        aria-valuenow={stop}
        aria-valuetext={t(`sheet.stop${stop}` as TextKey<'vehicles'>)}
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDragged(shareAt(event));
        }}
        onPointerMove={(event) => dragged !== undefined && setDragged(shareAt(event))}
        onPointerUp={drop}
        onPointerCancel={drop}
      >
        <i />
      </div>
      {children}
    </section>
  );
}

/** The stop that a dropped sheet goes to. */
export function nearest(share: number): number {
  const distances = sheetStops.map((one) => Math.abs(one - share));
  return distances.indexOf(Math.min(...distances));
}
