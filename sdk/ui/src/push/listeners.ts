/** Functions that want to hear of something. */
export class Listeners<T extends unknown[]> {
  readonly #all = new Set<(...heard: T) => void>();

  /** Adds one, until the returned function is called. */
  add = (listener: (...heard: T) => void): (() => void) => {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  };

  tell(...heard: T): void {
    this.#all.forEach((listener) => listener(...heard));
  }
}
