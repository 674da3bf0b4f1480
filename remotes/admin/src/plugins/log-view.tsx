import { Chip, Empty, Failure, Icon, Loading, Segment, useText } from '@outrider/sdk';
import { useDeferredValue, useEffect, useRef, useState } from 'react';

import type { HostId, LogLevel, LogLine } from '../api/plugins';
import { useFigures } from '../ui/figures';
import { useLog } from './use-log';

const levels: LogLevel[] = ['debug', 'info', 'warn', 'error'];

/** The live log of a plugin, by severity and text. */
export function LogView({ id, host }: { id: string; host: HostId }) {
  const t = useText('admin');
  const [level, setLevel] = useState<LogLevel>('info');
  const [text, setText] = useState('');
  const [follow, setFollow] = useState(true);
  const { lines, error } = useLog(id, host, level, useDeferredValue(text), follow);
  return (
    <>
      <div className="ops-bar">
        <div className="seg" role="group" aria-label={t('log.level')}>
          {levels.map((one) => (
            <Segment key={one} isOn={one === level} onClick={() => setLevel(one)}>
              {t(`log.${one}`)}
            </Segment>
          ))}
        </div>
        <label className="field grow">
          <Icon name="search" small />
          <span className="unseen">{t('log.search')}</span>
          <input type="search" value={text} placeholder={t('log.search')} onChange={(e) => setText(e.target.value)} />
        </label>
        <Chip isOn={follow} aria-pressed={follow} onClick={() => setFollow(!follow)}>
          <Icon name={follow ? 'pause' : 'play'} small />
          {t('log.follow')}
        </Chip>
      </div>
      {error && !lines ? <Failure error={error} /> : lines ? <Lines lines={lines} follow={follow} /> : <Loading rows={4} />}
    </>
  );
}

function Lines({ lines, follow }: { lines: LogLine[]; follow: boolean }) {
  const t = useText('admin');
  const { format } = useFigures();
  const box = useRef<HTMLOListElement>(null);
  const last = lines.at(-1)?.seq;
  useEffect(() => {
    if (follow && box.current) {
      box.current.scrollTop = box.current.scrollHeight;
    }
  }, [last, follow]);
  if (lines.length === 0) {
    return <Empty icon="search" title={t('log.empty')} />;
  }
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
    <ol ref={box} className="ops-log" tabIndex={0} aria-label={t('plugins.log')}>
      {lines.map(({ seq, at, level, message, fields }) => (
        <li key={seq} className={level}>
          <time dateTime={at}>{new Date(at).toLocaleTimeString(format.settings.locale, { hour12: false, timeZone: format.settings.zone })}</time>
          <b>{level}</b>
          <span>
            {message}
            {fields.map(({ name, value }) => (
              <span key={name} className="ops-field">
                {' '}
                <i>{name}=</i>
                {value}
              </span>
            ))}
          </span>
        </li>
      ))}
    </ol>
  );
}
