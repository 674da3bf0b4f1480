let open: (() => void) | undefined;

/** Shows the tour, from wherever it is asked for. */
export function startTour(): void {
  open?.();
}

/** The place of the tour says how it is shown; returns how to take that back. */
export function onStartTour(show: () => void): () => void {
  open = show;
  return () => {
    open = undefined;
  };
}
