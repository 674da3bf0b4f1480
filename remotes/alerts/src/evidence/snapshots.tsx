import { Button, Icon, IconButton, Segment, useText } from '@outrider/sdk';
import type { ZippedPicture } from '@outrider/sdk/device-files';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState, type KeyboardEvent } from 'react';

import type { EvidenceFile } from '../api/evidence';
import { MediaCard } from './media-card';
import { picturesQuery } from './queries';

interface SnapshotsProps {
  /** One zip a channel. */
  files: readonly EvidenceFile[];
  cameraOf: (channel: number) => string;
}

/** The pictures that a device took at an event: one large, and a selector that goes round from 1 to 10. */
export function Snapshots({ files, cameraOf }: SnapshotsProps) {
  const t = useText('alerts');
  const [chosen, setChosen] = useState<string>();
  const file = files.find(({ id }) => id === chosen) ?? files[0];
  if (!file) {
    return <MediaCard icon="camera" title={t('media.noSnapshots')} />;
  }
  return (
    <div className="snaps">
      {files.length > 1 ? (
        <div className="seg" role="group" aria-label={t('media.channel')}>
          {files.map(({ id, channel }) => (
            <Segment key={id} isOn={id === file.id} onClick={() => setChosen(id)}>
              {cameraOf(channel)}
            </Segment>
          ))}
        </div>
      ) : null}
      {file.state === 'ready' ? <Pictures key={file.id} file={file} camera={cameraOf(file.channel)} /> : <NotReady file={file} />}
    </div>
  );
}

function NotReady({ file }: { file: EvidenceFile }) {
  const t = useText('alerts');
  return file.state === 'pending' ? (
    <MediaCard icon="camera" title={t('media.snapshotsPending')} isBusy>
      <progress max={100} value={file.progress} aria-label={t('media.snapshotsPending')} />
    </MediaCard>
  ) : (
    <MediaCard icon="camera" title={t('media.noImage')}>
      {file.reason}
    </MediaCard>
  );
}

function Pictures({ file, camera }: { file: EvidenceFile; camera: string }) {
  const t = useText('alerts');
  const { data, isError, isPending, refetch } = useQuery(picturesQuery(file.id, file.link));
  const [at, setAt] = useState(0);
  const urls = useUrls(data);
  if (file.link === '') return <MediaCard icon="camera" title={t('media.noImage')} />;
  if (isError) {
    return (
      <MediaCard
        icon="warning"
        title={t('media.snapshotsFailed')}
        role="alert"
        action={
          <Button onClick={() => void refetch()}>
            <Icon name="refresh" small />
            {t('media.retry')}
          </Button>
        }
      />
    );
  }
  if (isPending) return <div className="snap-wait skel" role="status" aria-label={t('media.snapshotsLoading')} />;
  if (data.length === 0) return <MediaCard icon="camera" title={t('media.noSnapshots')} />;
  const count = data.length;
  const go = (by: number) => setAt((at + by + count) % count);
  const keys = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      go(by);
    }
  };
  return (
    // The arrows go through the pictures wherever the focus is within.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="snap" onKeyDown={keys}>
      <Picture key={urls[at]} url={urls[at]} label={t('media.snapshotOf', { camera, number: at + 1, count })} />
      <span className="snap-label">{camera}</span>
      <div className="snap-select" role="group" aria-label={t('media.snapshots')}>
        <IconButton size="small" label={t('media.previousSnapshot')} onClick={() => go(-1)}>
          <Icon name="chevron-left" small />
        </IconButton>
        {data.map(({ name }, index) => (
          <button key={name} type="button" className={index === at ? 'snap-number num on' : 'snap-number num'} aria-label={t('media.snapshot', { number: index + 1 })} aria-pressed={index === at} onClick={() => setAt(index)}>
            {index + 1}
          </button>
        ))}
        <IconButton size="small" label={t('media.nextSnapshot')} onClick={() => go(1)}>
          <Icon name="chevron-right" small />
        </IconButton>
      </div>
    </div>
  );
}

/** One picture; one that is broken says so. */
function Picture({ url, label }: { url: string | undefined; label: string }) {
  const t = useText('alerts');
  const [isBroken, setBroken] = useState(false);
  if (isBroken || !url) {
    return <MediaCard icon="camera" title={t('media.noImage')} />;
  }
  return <img src={url} alt={label} onError={() => setBroken(true)} />;
}

/** Addresses of pictures for as long as they are shown. */
function useUrls(pictures: readonly ZippedPicture[] | undefined): string[] {
  const urls = useMemo(() => (pictures ?? []).map(({ bytes, type }) => URL.createObjectURL(new Blob([bytes], { type }))), [pictures]);
  useEffect(() => () => urls.forEach((url) => URL.revokeObjectURL(url)), [urls]);
  return urls;
}
