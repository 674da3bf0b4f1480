import { useText } from '@outrider/sdk';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';

import { clip as limits, clockText, daySeconds, durationText } from '../clip/rules';
import type { View } from './view';

/** A clip of the day, and how it is changed; seconds of the day, and seconds. */
export interface ClipControl {
  start: number;
  seconds: number;
  onStart: (second: number) => void;
  onSeconds: (seconds: number) => void;
}

interface ClipBoxProps extends ClipControl {
  view: View;
  width: number;
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -60, PageUp: 60 };

/** The clip over the lanes: its body is moved, its ends are pulled; by keys the body is the start and the right end the duration. */
export function ClipBox({ start, seconds, onStart, onSeconds, view, width }: ClipBoxProps) {
  const t = useText('footage');
  const left = ((start - view.from) / view.span) * 100;
  const share = (seconds / view.span) * 100;
  const toStart = (second: number) => onStart(Math.min(daySeconds - 1, Math.max(0, Math.round(second))));
  const toSeconds = (wanted: number) => onSeconds(Math.min(limits.max, Math.max(limits.min, Math.round(wanted))));
  const body = useDrag(view, width, (moved, from) => toStart(from.start + moved), { start, seconds });
  const first = useDrag(view, width, (moved, from) => {
    const kept = Math.min(limits.max, Math.max(limits.min, from.seconds - moved));
    toSeconds(kept);
    toStart(from.start + from.seconds - kept);
  }, { start, seconds });
  const last = useDrag(view, width, (moved, from) => toSeconds(from.seconds + moved), { start, seconds });
  const keys = (value: number, set: (value: number) => void, ends: { low: number; high: number }) => (event: KeyboardEvent) => {
    const step = steps[event.key];
    const next = step !== undefined ? value + step * (event.shiftKey ? 10 : 1) : event.key === 'Home' ? ends.low : event.key === 'End' ? ends.high : undefined;
    if (next !== undefined) {
      event.preventDefault();
      set(next);
    }
  };
  return (
    <>
      <div
        className="tl-clip"
        role="slider"
        tabIndex={0}
        data-own-drag
        aria-label={t('timeline.start')}
        aria-valuemin={0}
        aria-valuemax={daySeconds}
        aria-valuenow={start}
        aria-valuetext={clockText(start)}
        style={{ left: `${left}%`, width: `${share}%` }}
        onKeyDown={keys(start, toStart, { low: 0, high: daySeconds - 1 })}
        {...body}
      />
      <i className="tl-pull" data-own-drag aria-hidden="true" style={{ left: `${left}%` }} {...first} />
      <i
        className="tl-pull"
        role="slider"
        tabIndex={0}
        data-own-drag
        aria-label={t('request.duration')}
        aria-valuemin={limits.min}
        aria-valuemax={limits.max}
        aria-valuenow={seconds}
        aria-valuetext={durationText(seconds)}
        style={{ left: `${left + share}%` }}
        onKeyDown={keys(seconds, toSeconds, { low: limits.min, high: limits.max })}
        {...last}
      />
      <span className="tl-length num" aria-hidden="true" style={{ left: `${left + share / 2}%` }}>{durationText(seconds)}</span>
    </>
  );
}

interface Held {
  start: number;
  seconds: number;
}

/** Drags with one pointer: tells how many seconds it went since it was put down, and how the clip was then. */
function useDrag(view: View, width: number, onMove: (seconds: number, from: Held) => void, now: Held) {
  const held = useRef<{ x: number; from: Held } | undefined>(undefined);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button === 0) {
        held.current = { x: event.clientX, from: now };
        event.currentTarget.setPointerCapture?.(event.pointerId);
      }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (held.current) {
        onMove(((event.clientX - held.current.x) / Math.max(1, width)) * view.span, held.current.from);
      }
    },
    onPointerUp: () => {
      held.current = undefined;
    },
    onPointerCancel: () => {
      held.current = undefined;
    },
  };
}
