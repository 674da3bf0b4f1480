const pauseMs = 100;

/** Asks until `isTrue`; rejects with `what` was waited for after `limitMs`, and at once when asking throws. */
export async function until(what: string, limitMs: number, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + limitMs;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error(`waited ${limitMs / 1000} s in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
