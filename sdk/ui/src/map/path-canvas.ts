import L from 'leaflet';

/** What Leaflet's typings leave out of its canvas. */
interface Internals extends L.Canvas {
  /** The frame in which it is going to draw. */
  _redrawRequest: number | null;
  _redraw(): void;
}
const internals = L.Canvas.prototype as Internals;

/**
 * Leaflet's canvas for lines and areas. When the map moves, that one draws at once and forgets the frame that it waits for; when the map goes it cannot cancel it, and draws on what is not there any more.
 * This one cancels the frame when it draws.
 */
export class PathCanvas extends L.Canvas {
  /** Leaflet's own method. */
  protected _redraw(this: Internals): void {
    if (this._redrawRequest !== null) L.Util.cancelAnimFrame(this._redrawRequest);
    internals._redraw.call(this);
  }
}
