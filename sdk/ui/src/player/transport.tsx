import { useEffect, useRef, type ReactNode } from 'react';

import { Button, IconButton } from '../buttons';
import { useText } from '../i18n';
import { Icon, type IconName } from '../icons';
import { useFormat } from '../units';
import type { PlayerEvent } from './channel';
import { clockRates, type PlaybackClock } from './clock';
import { useClockState } from './clock-context';
import { elapsed, lengthText } from './elapsed';

export interface TransportProps {
  clock: PlaybackClock;
  event?: PlayerEvent | undefined;
  zone?: string | undefined;
  /** Goes a picture back (-1) or on (1). */
  onStep: (pictures: number) => void;
  /** Switches, left out where there is nothing to switch. */
  focusView?: Switch | undefined;
  muted?: Switch | undefined;
  fullScreen?: Switch | undefined;
  onPicture?: (() => void) | undefined;
  /** More to choose, before everything that concerns pictures. */
  tools?: ReactNode;
}

interface Switch {
  isOn: boolean;
  set: (isOn: boolean) => void;
}

/** Play, pause, step, pace and time, and how the pictures are shown. */
export function Transport({ clock, event, zone, onStep, focusView, muted, fullScreen, onPicture, tools }: TransportProps) {
  const t = useText();
  const { isPlaying, isHeld, rate, span } = useClockState(clock);
  return (
    <div className="play-transport" role="group" aria-label={t('player.controls')}>
      <Tool icon="skip-back" label={t('player.back')} keys="," onClick={() => onStep(-1)} />
      <Tool icon={isPlaying ? 'pause' : 'play'} label={t(isPlaying ? 'player.pause' : 'player.play')} keys="Space" isOn onClick={clock.toggle} />
      <Tool icon="skip-forward" label={t('player.on')} keys="." onClick={() => onStep(1)} />
      <TimeText clock={clock} zone={zone} />
      <span className="t3 num play-length">/ {lengthText(span.to - span.from)}</span>
      <select className="play-rate num" value={rate} aria-label={t('player.rate')} title={t('player.rate')} onChange={({ target }) => clock.setRate(Number(target.value))}>
        {clockRates.map((one) => (
          <option key={one} value={one}>
            {one}×
          </option>
        ))}
      </select>
      {isPlaying && isHeld ? <span className="t3 s12 play-wait" role="status">{t('player.waiting')}</span> : null}
      <span className="grow" />
      {event ? (
        <Button variant="quiet" size="small" className="play-to-event" onClick={() => clock.seek(event.at, 'event')} title={t('player.toEvent')}>
          <i className="play-mark" />
          <span className="ell">{event.label}</span>
        </Button>
      ) : null}
      {tools}
      {focusView ? <Tool icon="focus-view" label={t('player.focusView')} isPressed={focusView.isOn} onClick={() => focusView.set(!focusView.isOn)} /> : null}
      {onPicture ? <Tool icon="camera" label={t('player.picture')} onClick={onPicture} /> : null}
      {muted ? <Tool icon={muted.isOn ? 'muted' : 'sound'} label={t(muted.isOn ? 'player.unmute' : 'player.mute')} isPressed={!muted.isOn} onClick={() => muted.set(!muted.isOn)} /> : null}
      {fullScreen ? <Tool icon="full-screen" label={t(fullScreen.isOn ? 'player.leaveFullScreen' : 'player.fullScreen')} isPressed={fullScreen.isOn} onClick={() => fullScreen.set(!fullScreen.isOn)} /> : null}
    </div>
  );
}

/** The time within the recording, and the clock's own as its tooltip; it runs without a render. */
function TimeText({ clock, zone }: { clock: PlaybackClock; zone?: string | undefined }) {
  const format = useFormat();
  const text = useRef<HTMLElement>(null);
  const { span } = useClockState(clock);
  useEffect(() => {
    const show = (at: number) => {
      if (text.current) {
        text.current.textContent = elapsed(at - span.from);
        text.current.title = format.timeWithSeconds(at, zone);
      }
    };
    show(clock.at());
    return clock.subscribe(show);
  }, [clock, span.from, format, zone]);
  return <b className="num play-time" ref={text} />;
}

interface ToolProps {
  icon: IconName;
  label: string;
  keys?: string;
  isOn?: boolean;
  isPressed?: boolean;
  onClick: () => void;
}

function Tool({ icon, label, keys, isOn = false, isPressed, onClick }: ToolProps) {
  return (
    <IconButton
      isOn={isOn || isPressed}
      label={label}
      title={keys ? `${label} (${keys})` : label}
      {...(keys ? { 'aria-keyshortcuts': keys } : {})}
      {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
      onClick={onClick}
    >
      <Icon name={icon} />
    </IconButton>
  );
}
