import { useEffect, useRef } from 'react';

import { useText } from '../i18n';
import { useFormat } from '../units';
import type { PlayerEvent } from './channel';
import type { PlaybackClock } from './clock';
import { useClockState } from './clock-context';
import { elapsed } from './elapsed';

/** The step of the slider, in seconds. */
export const sliderStep = 0.005;

interface MasterSliderProps {
  clock: PlaybackClock;
  event?: PlayerEvent | undefined;
  zone?: string | undefined;
}

/** The master timeline: it moves everything, and is moved by everything. */
export function MasterSlider({ clock, event, zone }: MasterSliderProps) {
  const t = useText();
  const format = useFormat();
  const slider = useRef<HTMLInputElement>(null);
  const { span } = useClockState(clock);
  const seconds = (span.to - span.from) / 1000;
  const part = event && event.at >= span.from && event.at <= span.to ? (event.at - span.from) / (span.to - span.from) : undefined;

  useEffect(() => {
    let said = -1;
    const show = (at: number) => {
      const element = slider.current;
      if (!element) {
        return;
      }
      const second = (at - span.from) / 1000;
      element.value = String(second);
      element.style.setProperty('--part', String(seconds > 0 ? second / seconds : 0));
      if (Math.floor(second) !== said) {
        said = Math.floor(second);
        element.setAttribute('aria-valuetext', `${elapsed(at - span.from)}, ${format.timeWithSeconds(at, zone)}`);
      }
    };
    show(clock.at());
    return clock.subscribe(show);
  }, [clock, span, seconds, format, zone]);

  return (
    <div className="play-slider">
      <input
        ref={slider}
        type="range"
        min={0}
        max={seconds}
        step={sliderStep}
        defaultValue={0}
        disabled={seconds <= 0}
        aria-label={t('player.timeline')}
        onInput={({ currentTarget }) => clock.seek(span.from + currentTarget.valueAsNumber * 1000, 'slider')}
      />
      {part === undefined ? null : <i className="play-event" ref={(mark) => mark?.style.setProperty('--at', String(part))} title={event?.label} />}
    </div>
  );
}
