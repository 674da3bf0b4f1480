/** Maps: Leaflet over streets, satellite or the packaged offline base map. Apart from the rest, so that only maps load it. */
export { BaseMapLayer } from './basemap/base-map-layer';
export { metresPerPixel } from './basemap/mercator';
export { Ground, type GroundKind, type TileSettings } from './ground';
export { MapView, type MapViewProps } from './map-view';
