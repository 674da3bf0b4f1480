import { buttonClass, Failure, Icon, linkTo, Loading, useText } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';

import { loadFileset } from '../playback/fileset-source';
import { PlaybackView } from '../playback/playback-view';

/** The synced player on the files of a fileset. */
export function FilesetPlayer({ id }: { id: string }) {
  const t = useText('footage');
  const source = useQuery({ queryKey: ['fileset-source', id], queryFn: ({ signal }) => loadFileset(id, undefined, signal), staleTime: 300_000, retry: false });
  if (source.isPending) return <Loading rows={10} />;
  if (source.isError) return <Failure error={source.error} onRetry={() => void source.refetch()} />;
  const { fileset } = source.data;
  const title = fileset?.description ?? t('player.title');
  return (
    <>
      <header className="pl-bar">
        <a className={buttonClass()} {...linkTo('/cloud')}>
          <Icon name="files" small />
          {t('files.title')}
        </a>
        <h2 className="ell">{title}</h2>
        <span className="t2 ell">{fileset?.vehicle_name}</span>
      </header>
      <PlaybackView source={source.data} label={title} />
    </>
  );
}
