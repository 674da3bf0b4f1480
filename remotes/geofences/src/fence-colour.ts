/** The colours that are offered; any other can be typed. */
export const colours = ['#1976D2B3', '#7448C8B3', '#11875DB3', '#C2386FB3', '#8A5A2BB3', '#7A7A12B3', '#E0701AB3', '#44505EB3'];

/** The colour without its alpha, and how much of it fill and border show: the fill at least 0.7, the border its alpha over 200. */
export function paint(colour: string): { color: string; fill: number; border: number } {
  const alpha = Number.parseInt(colour.slice(7, 9) || 'b3', 16);
  return { color: colour.slice(0, 7), fill: Math.max(0.7, alpha / 255), border: Math.min(1, alpha / 200) };
}
