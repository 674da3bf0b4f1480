import { useEffect, useMemo, useSyncExternalStore } from 'react';

import { RemotePart } from '../remote/remote-part';
import { closeVehiclePanel, onVehiclePanel, openPanel, type OpenPanel } from './vehicle-panel-store';

/** The panel of a vehicle action that is open, for screens that make room for it. */
export function useVehiclePanel(): OpenPanel | undefined {
  return useSyncExternalStore(onVehiclePanel, openPanel);
}

/**
 * The place of vehicle actions' panels: a screen puts one where they belong. It shows the panel that was opened last, alone, hands it the
 * vehicle, the moment if it was opened for one, and how to close, and closes it when the screen is left.
 */
export function VehiclePanelPlace({ className }: { className?: string }) {
  const panel = useVehiclePanel();
  const props = useMemo(() => (panel ? { vehicle: panel.vehicle, close: closeVehiclePanel, ...(panel.at ? { at: panel.at } : {}) } : undefined), [panel]);
  useEffect(() => closeVehiclePanel, []);

  if (!panel || !props) {
    return null;
  }
  return (
    <aside className={className} aria-label={panel.title}>
      <RemotePart key={`${panel.address.remote} ${panel.address.module}`} address={panel.address} title={panel.title} props={props} />
    </aside>
  );
}
