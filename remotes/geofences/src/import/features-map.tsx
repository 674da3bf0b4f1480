import { useText } from '@outrider/sdk';
import { LayerControl, MapView, MapZoom, shapeLayer, useGround, useMap, useTileSettings } from '@outrider/sdk/map';
import L from 'leaflet';
import { useEffect } from 'react';

import type { Feature } from '../api/import';
import { shapeOfArea } from '../area-shape';
import { paint } from '../fence-colour';

/** Where the chosen features are. */
export function FeaturesMap({ features }: { features: readonly Feature[] }) {
  const t = useText('geofences');
  const settings = useTileSettings();
  return (
    <MapView label={t('import.map')} settings={settings} ground={useGround(settings)}>
      <LayerControl settings={settings} />
      <MapZoom />
      <Drawn features={features} />
    </MapView>
  );
}

function Drawn({ features }: { features: readonly Feature[] }) {
  const map = useMap();
  useEffect(() => {
    if (!map) return undefined;
    const group = L.featureGroup();
    for (const { name, colour, shape } of features) {
      const drawn = shape && shapeOfArea(shape);
      if (!drawn) continue;
      const { color } = paint(colour || '#1976D2B3');
      const label = document.createElement('span');
      label.textContent = name;
      shapeLayer(drawn, { color, weight: 2, fillOpacity: 0.4 }).bindTooltip(label, { sticky: true }).addTo(group);
    }
    group.addTo(map);
    const bounds = group.getBounds();
    if (bounds.isValid()) map.fitBounds(bounds.pad(0.1), { maxZoom: 16, animate: false });
    return () => void group.remove();
  }, [map, features]);
  return null;
}
