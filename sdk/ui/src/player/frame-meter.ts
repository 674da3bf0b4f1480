/** The time between two pictures where nothing better is known, in milliseconds. */
const usualFrameMs = 40;

/** Measures how long a video's pictures stand, from those that it shows; {@link frameMs} is what is known so far. */
export class FrameMeter {
  #last: { mediaTime: number; count: number } | undefined;
  #frameMs: number | undefined;

  /** Notes a picture that was shown: its time in the file in seconds, and how many were shown before. */
  note(mediaTime: number, presentedFrames: number): void {
    const last = this.#last;
    this.#last = { mediaTime, count: presentedFrames };
    const ms = last && presentedFrames === last.count + 1 ? (mediaTime - last.mediaTime) * 1000 : 0;
    if (ms >= 8 && ms <= 250) {
      this.#frameMs = this.#frameMs === undefined ? ms : Math.min(this.#frameMs, ms);
    }
  }

  /** How long one picture stands, in milliseconds. */
  frameMs(): number {
    return this.#frameMs ?? usualFrameMs;
  }
}
