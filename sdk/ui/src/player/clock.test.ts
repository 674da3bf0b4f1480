import { expect, test } from 'vitest';

import { PlaybackClock, type ClockFrames } from './clock';

/** Frames that come when the test says so. */
class HandFrames implements ClockFrames {
  time = 0;
  private pending: (() => void) | undefined;
  now = () => this.time;
  request = (frame: () => void) => {
    this.pending = frame;
    return 1;
  };
  cancel = () => {
    this.pending = undefined;
  };
  get isRunning() {
    return this.pending !== undefined;
  }
  pass(ms: number) {
    this.time += ms;
    const frame = this.pending;
    this.pending = undefined;
    frame?.();
  }
}

function aClock(at = 1000) {
  const frames = new HandFrames();
  const clock = new PlaybackClock({ from: 1000, to: 3000 }, at, frames);
  const heard: [number, string][] = [];
  clock.subscribe((time, source) => heard.push([time, source]));
  return { frames, clock, heard };
}

test('time passes by its rate while it plays', () => {
  const { frames, clock, heard } = aClock();
  frames.pass(100);
  expect(heard).toEqual([]);
  clock.play();
  frames.pass(100);
  clock.setRate(2);
  frames.pass(100);
  clock.pause();
  frames.pass(100);
  expect(heard).toEqual([[1100, 'play'], [1300, 'play']]);
  expect(frames.isRunning).toBe(false);
});

test('it returns to the start at the end, and rests', () => {
  const { frames, clock, heard } = aClock(2900);
  clock.play();
  frames.pass(200);
  expect(heard.at(-1)).toEqual([1000, 'end']);
  expect(clock.state().isPlaying).toBe(false);
});

test('it waits for everybody who holds it', () => {
  const { frames, clock } = aClock();
  clock.play();
  clock.hold('a');
  clock.hold('b');
  frames.pass(100);
  clock.release('a');
  frames.pass(100);
  expect(clock.at()).toBe(1000);
  expect(clock.state()).toMatchObject({ isPlaying: true, isHeld: true });
  clock.release('b');
  frames.pass(50);
  expect(clock.at()).toBe(1050);
});

test('a seek stays within the span, and a new span takes the time along', () => {
  const { clock, heard } = aClock();
  clock.seek(9000, 'slider');
  clock.seek(-5, 'slider');
  clock.setSpan({ from: 2000, to: 4000 });
  expect(heard).toEqual([[3000, 'slider'], [1000, 'slider'], [2000, 'span']]);
});

test('a tab that was hidden does not jump', () => {
  const { frames, clock } = aClock();
  clock.play();
  frames.pass(60_000);
  expect(clock.at()).toBe(1250);
});

test('who only passes time renders nothing: the state stays the same object', () => {
  const { frames, clock } = aClock();
  clock.play();
  const before = clock.state();
  frames.pass(16);
  clock.seek(1500, 'map');
  expect(clock.state()).toBe(before);
});
