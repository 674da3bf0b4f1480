import { Icon, useText } from '@outrider/sdk';
import { useMap } from '@outrider/sdk/map';

/** Buttons that zoom the map around them. */
export function MapZoom() {
  const t = useText('geofences');
  const map = useMap();
  return (
    <div className="o-map-tools column gf-zoom">
      <button type="button" aria-label={t('map.zoomIn')} title={t('map.zoomIn')} onClick={() => map?.zoomIn()}><Icon name="plus" /></button>
      <button type="button" aria-label={t('map.zoomOut')} title={t('map.zoomOut')} onClick={() => map?.zoomOut()}><Icon name="minus" /></button>
    </div>
  );
}
