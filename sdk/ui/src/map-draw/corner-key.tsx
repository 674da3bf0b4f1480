/** Steps of an arrow key, and with Shift. */
const step = 1;
const farStep = 10;
const ways: Record<string, [x: number, y: number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

interface CornerKeyProps {
  label: string;
  /** The id of the text that says what the keys do. */
  hint: string;
  number: number;
  onChoose: (isChosen: boolean) => void;
  onNudge: (stepsX: number, stepsY: number) => void;
  /** Missing where the shape needs all that it has. */
  onRemove?: () => void;
}

/** The number of a corner, to be focused: arrow keys move the corner, Delete removes it. */
export function CornerKey({ label, hint, number, onChoose, onNudge, onRemove }: CornerKeyProps) {
  const pressed = (event: React.KeyboardEvent<HTMLButtonElement>) => {
    const way = ways[event.key];
    if (way) {
      event.preventDefault();
      const far = event.shiftKey ? farStep : step;
      onNudge(way[0] * far, way[1] * far);
    } else if ((event.key === 'Delete' || event.key === 'Backspace') && onRemove) {
      event.preventDefault();
      const item = event.currentTarget.closest('li');
      if (!item?.nextElementSibling) item?.previousElementSibling?.querySelector('button')?.focus(); // this one goes
      onRemove();
    }
  };
  return (
    <button type="button" className="coords-corner num" aria-label={label} aria-describedby={hint} onKeyDown={pressed} onFocus={() => onChoose(true)} onBlur={() => onChoose(false)}>
      {number}
    </button>
  );
}
