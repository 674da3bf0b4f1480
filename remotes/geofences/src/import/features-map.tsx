import { useShellInfo, useText } from '@outrider/sdk';
import { LayerControl, MapView, shapeLayer, useGround, useMap } from '@outrider/sdk/map';
import L from 'leaflet';
import { useEffect } from 'react';

import type { Feature } from '../api/import';
import { shapeOfArea } from '../area-shape';
import { paint } from '../fence-colour';

/** Where the chosen features are. */
export function FeaturesMap({ features }: { features: readonly Feature[] }) {
  const t = useText('geofences');
  const { map: tiles } = useShellInfo();
  const settings = { tilesUrl: tiles.tiles_url, satelliteUrl: tiles.satellite_url, attribution: tiles.attribution };
  return (
    <MapView label={t('import.map')} settings={settings} ground={useGround(settings)}>
      <LayerControl settings={settings} />
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
