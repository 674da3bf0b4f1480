interface Finger {
  x: number;
  y: number;
  /** It lies on something that drags by itself. */
  isOwn: boolean;
}

/** What a pointer's move means: the view goes along by pixels, or is zoomed by a factor. */
export type Move = { by: number } | { factor: number } | undefined;

/** How far a pointer moves before it drags, in pixels. */
const dragFrom = 4;

/** The pointers that are down on the timeline: one drags or taps, two pinch. */
export class Fingers {
  readonly #down = new Map<number, Finger>();
  /** Pixels since the first was put down; two fingers never tap. */
  #travelled = 0;

  /** Whether two were down since the first: none of them drags what it lies on. */
  get havePinched(): boolean {
    return this.#travelled === Infinity;
  }

  put({ pointerId, clientX: x, clientY: y }: PointerEvent, isOwn: boolean): void {
    this.#down.set(pointerId, { x, y, isOwn });
    this.#travelled = this.#down.size === 1 ? 0 : Infinity;
  }

  move({ pointerId, clientX: x, clientY: y }: PointerEvent): Move {
    const before = this.#down.get(pointerId);
    if (!before) {
      return undefined;
    }
    const gapBefore = this.#gap();
    this.#down.set(pointerId, { ...before, x, y });
    this.#travelled += Math.abs(x - before.x);
    if (this.#down.size === 2) {
      return gapBefore > 0 ? { factor: this.#gap() / gapBefore } : undefined;
    }
    const drags = this.#down.size === 1 && this.#travelled > dragFrom && (!before.isOwn || this.havePinched);
    return drags ? { by: x - before.x } : undefined;
  }

  /** True if it was a tap. */
  lift({ pointerId, type }: PointerEvent): boolean {
    const before = this.#down.get(pointerId);
    this.#down.delete(pointerId);
    return before?.isOwn === false && this.#down.size === 0 && type === 'pointerup' && this.#travelled <= dragFrom;
  }

  #gap(): number {
    const [a, b] = [...this.#down.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  }
}
