import { useText } from '@outrider/sdk';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useImperativeHandle, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';

import type { FleetVehicle } from '../fleet/vehicle';
import { VehicleRow } from './vehicle-row';

/** Heights in pixels: a row, and the actions under the selected one on a narrow screen. */
const rowPx = 56;
const actionsPx = 48;

/** What others may ask of the rows. */
export interface VehicleRowsHandle {
  /** Puts the keyboard on the first row. */
  focusFirst: () => void;
}

interface VehicleRowsProps {
  vehicles: readonly FleetVehicle[];
  selectedId: string | undefined;
  onOpen: (vehicle: FleetVehicle) => void;
  /** The keyboard is used on the rows. */
  onKey: () => void;
  /** What stands under the selected row, on a narrow screen. */
  underSelected?: ReactNode;
  ref?: Ref<VehicleRowsHandle>;
}

/** The rows, of which only those in view exist; arrows, Home, End and page keys move between them. */
export function VehicleRows({ vehicles, selectedId, onOpen, onKey, underSelected, ref }: VehicleRowsProps) {
  const t = useText('vehicles');
  const scroll = useRef<HTMLDivElement>(null);
  const buttons = useRef(new Map<number, HTMLButtonElement>());
  const [stop, setStop] = useState(0);
  const selected = vehicles.findIndex(({ id }) => id === selectedId);
  const tabStop = Math.min(stop, Math.max(0, vehicles.length - 1));

  const rows = useVirtualizer({
    count: vehicles.length,
    getScrollElement: () => scroll.current,
    estimateSize: (index) => rowPx + (index === selected && underSelected ? actionsPx : 0),
    overscan: 6,
  });

  const isTall = Boolean(underSelected);
  useEffect(() => rows.measure(), [rows, selected, isTall]);
  useEffect(() => {
    if (selected >= 0) {
      setStop(selected);
      rows.scrollToIndex(selected, { align: 'auto' });
    }
    // Only a new choice scrolls: a row that is sorted elsewhere must not take the list with it.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [selectedId]);

  const goTo = (index: number) => {
    onKey();
    const next = Math.max(0, Math.min(vehicles.length - 1, index));
    setStop(next);
    rows.scrollToIndex(next, { align: 'auto' });
    const focus = () => buttons.current.get(next)?.focus({ preventScroll: true });
    if (buttons.current.has(next)) focus();
    else requestAnimationFrame(focus); // a row out of view exists once it has been scrolled to
  };
  useImperativeHandle(ref, () => ({ focusFirst: () => goTo(0) }));

  const press = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((scroll.current?.clientHeight ?? 0) / rowPx) - 1);
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    const step = steps[event.key];
    if (step !== undefined && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      goTo(tabStop + step);
    }
  };

  return (
    <div className="vrows" ref={scroll}>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys belong to the buttons within */}
      <ul aria-label={t('list.title')} style={{ height: rows.getTotalSize() }} onKeyDown={press}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const vehicle = vehicles[index];
          return vehicle ? (
            <li key={vehicle.id} aria-setsize={vehicles.length} aria-posinset={index + 1} style={{ transform: `translateY(${start}px)` }}>
              <VehicleRow
                vehicle={vehicle}
                isSelected={index === selected}
                isTabStop={index === tabStop}
                onOpen={() => onOpen(vehicle)}
                ref={(button) => {
                  if (button) buttons.current.set(index, button);
                  else buttons.current.delete(index);
                }}
              />
              {index === selected ? underSelected : null}
            </li>
          ) : null;
        })}
      </ul>
    </div>
  );
}
