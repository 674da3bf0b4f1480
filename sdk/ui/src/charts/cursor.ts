/** Who moved a cursor: `chart` by hand, or the word of another part, such as `video` or `map`. */
export type CursorSource = 'chart' | (string & {});

/** A stretch of time, in milliseconds. */
export interface TimeSpan {
  from: number;
  to: number;
}

/** Hears a new time, in milliseconds, or undefined when there is none. */
export type CursorListener = (at: number | undefined, source: CursorSource) => void;

/**
 * One time that charts, a map's marker and a video share, and the stretch that the charts show. Moving it renders nothing:
 * whoever subscribes moves its own mark.
 */
export class Cursor {
  /** It is where something plays: pointing at a chart does not move it, pressing and dragging do. */
  readonly isPlayhead: boolean;
  #at: number | undefined;
  #view: TimeSpan | undefined;
  readonly #moved = new Set<CursorListener>();
  readonly #zoomed = new Set<() => void>();

  constructor({ isPlayhead = false }: { isPlayhead?: boolean } = {}) {
    this.isPlayhead = isPlayhead;
  }

  /** The present time in milliseconds. */
  at = (): number | undefined => this.#at;

  /** The stretch that the charts are zoomed to; undefined is everything. */
  view = (): TimeSpan | undefined => this.#view;

  /** Moves to a time; `source` lets a subscriber tell its own moves from others'. */
  set = (at: number | undefined, source: CursorSource): void => {
    if (at === this.#at) {
      return;
    }
    this.#at = at;
    this.#moved.forEach((listener) => listener(at, source));
  };

  /** Zooms every chart; undefined shows everything again. */
  zoom = (view: TimeSpan | undefined): void => {
    this.#view = view;
    this.#zoomed.forEach((listener) => listener());
  };

  /** Hears every move until the returned function is called. */
  subscribe = (listener: CursorListener): (() => void) => {
    this.#moved.add(listener);
    return () => this.#moved.delete(listener);
  };

  /** Hears every zoom until the returned function is called. */
  onZoom = (listener: () => void): (() => void) => {
    this.#zoomed.add(listener);
    return () => this.#zoomed.delete(listener);
  };
}
