import { useText } from '@outrider/sdk';
import { useEffect, useRef, useState, type MouseEvent } from 'react';

import type { Interval } from '../api/filesets';
import { clockText, daySeconds, markerSeconds } from './rules';

interface TimelineProps {
  intervals: readonly Interval[];
  channels: readonly number[];
  start: number;
  seconds: number;
  onStart: (second: number) => void;
}

/** Room that the time of a marker takes, in pixels. */
const labelWidth = 44;

/** A day, a line for each channel: what is recorded, what is not, and the clip. The slider below says and does the same. */
export function Timeline({ intervals, channels, start, seconds, onStart }: TimelineProps) {
  const t = useText('footage');
  const line = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    if (line.current) watch.observe(line.current);
    return () => watch.disconnect();
  }, []);
  const step = markerSeconds(width);
  const every = Math.max(1, Math.ceil((labelWidth * daySeconds) / (step * Math.max(width, 1))));
  const markers = Array.from({ length: daySeconds / step + 1 }, (_, i) => ({ at: i * step, labelled: i % every === 0 }));
  const part = (second: number) => `${(second / daySeconds) * 100}%`;
  const choose = (event: MouseEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    onStart(Math.round(((event.clientX - box.left) / box.width) * (daySeconds - 1)));
  };
  return (
    <div className="req-timeline" aria-hidden="true">
      {channels.map((channel) => (
        <div key={channel} className="req-line">
          <span className="cap">CH{channel}</span>
          {/* The pointer's way to what the slider does by keys. */}
          {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
          <div ref={channel === channels[0] ? line : undefined} className="req-day" title={t('request.chooseHere')} onClick={choose}>
            {intervals.filter((one) => one.channel === channel).map((one) => (
              <i key={one.start} className={one.hasEnd ? 'req-recorded' : 'req-recorded open'} style={{ left: part(one.start), width: part(Math.min(one.end, daySeconds) - one.start) }} />
            ))}
            <i className="req-clip" style={{ left: part(start), width: part(seconds) }} />
          </div>
        </div>
      ))}
      <div className="req-line">
        <span />
        <div className="req-markers cap num">
          {markers.map(({ at, labelled }) => (
            <i key={at} style={{ left: part(at) }}>{labelled && at < daySeconds ? clockText(at).slice(0, 5) : ''}</i>
          ))}
        </div>
      </div>
    </div>
  );
}
