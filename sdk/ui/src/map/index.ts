/** Maps: Leaflet over streets, satellite or the packaged offline base map. Apart from the rest, so that only maps load it. */
export { BaseMapLayer } from './basemap/base-map-layer';
export { metresPerPixel } from './basemap/mercator';
export { Ground, type GroundKind } from './ground';
export { LayerControl, useGround } from './layer-control';
export { useMap, useMapColor } from './map-context';
export { corePoints, type Point } from './core-points';
export { MapFit } from './map-fit';
export { MapLine, type LinePoint } from './map-line';
export { MapMarker, type MapMarkerProps } from './map-marker';
export { groundOf, mapSettingsOf, saveMapSettings, useMapSettings, withGround, withLayer, type MapSettings } from './map-settings';
export { MapShape, shapeBounds, shapeLayer, type MapShapeProps } from './map-shape';
export { MapTool } from './map-tool';
export { MapZoom } from './map-zoom';
export { MapView, type MapViewProps } from './map-view';
export { cornersOf, shapeLimits, shapeOf, type Position, type Shape, type ShapeKind } from './shape';
export { creditOf, useTileSettings, type TileSettings } from './tile-settings';
export { useAttachedLayers, useMapLayers } from './use-map-layers';
