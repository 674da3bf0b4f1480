/** Beside a word of a head: its padding, and the arrow of the order. */
const besidePx = 24 + 18;

let pen: CanvasRenderingContext2D | null | undefined;
const known = new Map<string, number>();

/** The pixels that the name of a column takes at least: its longest word, as it is written over two lines. */
export function headWidth(label: string): number {
  let px = known.get(label);
  if (px === undefined) {
    pen ??= document.createElement('canvas').getContext('2d');
    if (!pen) return 0;
    pen.font = `600 12px ${getComputedStyle(document.body).fontFamily}`;
    const words = label.split(/\s+/);
    px = besidePx + Math.ceil(Math.max(...words.map((word) => pen?.measureText(word).width ?? 0)));
    known.set(label, px);
  }
  return px;
}
