import { Button, Icon, Loading, useFormat, useText } from '@outrider/sdk';
import { useEffect, useRef, useState, type DragEvent } from 'react';

import { readFromDisk, release, type MeasureVideo } from '../playback/disk-source';
import { PlaybackView } from '../playback/playback-view';
import { isEmpty, type PlaybackSource } from '../playback/source';
import { FileProblem } from './file-problem';

/** Plays files from the user's disk; nothing leaves the browser. */
export function DiskPlayer({ measure }: { measure?: MeasureVideo }) {
  const t = useText('footage');
  const { settings } = useFormat();
  const chooser = useRef<HTMLInputElement>(null);
  const [source, setSource] = useState<PlaybackSource>();
  const [problems, setProblems] = useState<PlaybackSource['problems']>([]);
  const [isReading, setReading] = useState(false);
  const [isOver, setOver] = useState(false);
  useEffect(() => () => void (source && release(source)), [source]);

  const read = async (files: readonly File[]) => {
    if (files.length === 0) {
      return;
    }
    setReading(true);
    const { problems: found, ...rest } = await readFromDisk(files, settings.zone, { notVideo: t('player.notVideo'), tooMany: t('player.tooMany') }, measure);
    setSource({ ...rest, problems: [] });
    setProblems(found);
    setReading(false);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void read([...event.dataTransfer.files]);
  };
  const shown = source && !isEmpty(source) ? source : undefined;
  return (
    // Dropping is the pointer's way to what the button does.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={isOver ? 'pl-disk over' : 'pl-disk'}
      onDrop={drop}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
    >
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label={t('player.choose')}
        onChange={(event) => {
          void read([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      {isReading ? <Loading rows={6} /> : shown ? <PlaybackView source={shown} label={t('player.disk')} /> : (
        <div className="pl-drop">
          <span className="tile"><Icon name="video" /></span>
          <b>{t('player.drop')}</b>
          <p className="t2">{t('player.dropText')}</p>
        </div>
      )}
      <div className="pl-choose">
        <Button variant="primary" onClick={() => chooser.current?.click()}>
          <Icon name="files" small />
          {t('player.choose')}
        </Button>
      </div>
      {problems.length > 0 ? <FileProblem problems={problems} onClose={() => setProblems([])} /> : null}
    </div>
  );
}
