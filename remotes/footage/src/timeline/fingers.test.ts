import { describe, expect, it } from 'vitest';

import { Fingers } from './fingers';

const at = (pointerId: number, clientX: number, type = 'pointermove') => ({ pointerId, clientX, clientY: 10, type }) as PointerEvent;

describe('fingers on the timeline', () => {
  it('tap where they are lifted, unless they went along', () => {
    const fingers = new Fingers();
    fingers.put(at(1, 100), false);
    expect(fingers.move(at(1, 103))).toBeUndefined();
    expect(fingers.lift(at(1, 103, 'pointerup'))).toBe(true);
    fingers.put(at(1, 100), false);
    expect(fingers.move(at(1, 120))).toEqual({ by: 20 });
    expect(fingers.lift(at(1, 120, 'pointerup'))).toBe(false);
  });

  it('pinch by the factor that they part, and never tap afterwards', () => {
    const fingers = new Fingers();
    fingers.put(at(1, 100), false);
    fingers.put(at(2, 200), false);
    expect(fingers.move(at(2, 250))).toEqual({ factor: 1.5 });
    expect(fingers.move(at(1, 25))).toEqual({ factor: 1.5 });
    expect(fingers.lift(at(1, 25, 'pointerup'))).toBe(false);
    expect(fingers.lift(at(2, 250, 'pointerup'))).toBe(false);
  });

  it('leave alone what drags by itself, until a second one pinches', () => {
    const fingers = new Fingers();
    fingers.put(at(1, 100), true);
    expect(fingers.move(at(1, 150))).toBeUndefined();
    expect(fingers.havePinched).toBe(false);
    fingers.put(at(2, 250), false);
    expect(fingers.move(at(2, 350))).toEqual({ factor: 2 });
    expect(fingers.havePinched).toBe(true);
    expect(fingers.lift(at(2, 350, 'pointerup'))).toBe(false);
    expect(fingers.move(at(1, 140))).toEqual({ by: -10 });
  });
});
