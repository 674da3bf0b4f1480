import { useText } from '../i18n';
import { useMap } from './map-context';
import { MapTool } from './map-tool';

/** Buttons that zoom the map around them. */
export function MapZoom() {
  const t = useText();
  const map = useMap();
  return (
    <div className="o-map-tools column o-map-zoom">
      <MapTool icon="plus" label={t('map.zoomIn')} onClick={() => map?.zoomIn()} />
      <MapTool icon="minus" label={t('map.zoomOut')} onClick={() => map?.zoomOut()} />
    </div>
  );
}
