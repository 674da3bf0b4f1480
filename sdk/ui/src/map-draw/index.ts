/** Drawing on a map. Apart from the rest, so that only screens that draw load it. */
export { DrawMap, type DrawMapProps } from './draw-map';
export { cornersOf, shapeLimits, shapeOf, type Position, type Shape, type ShapeKind } from '../map/shape';
