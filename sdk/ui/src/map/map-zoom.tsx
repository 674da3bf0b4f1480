import { useText } from '../i18n';
import { Icon } from '../icons';
import { useMap } from './map-context';

/** Buttons that zoom the map around them. */
export function MapZoom() {
  const t = useText();
  const map = useMap();
  return (
    <div className="o-map-tools column o-map-zoom">
      {/* eslint-disable-next-line outrider/one-button -- a tool on the map */}
      <button type="button" aria-label={t('map.zoomIn')} title={t('map.zoomIn')} onClick={() => map?.zoomIn()}><Icon name="plus" /></button>
      {/* eslint-disable-next-line outrider/one-button -- a tool on the map */}
      <button type="button" aria-label={t('map.zoomOut')} title={t('map.zoomOut')} onClick={() => map?.zoomOut()}><Icon name="minus" /></button>
    </div>
  );
}
