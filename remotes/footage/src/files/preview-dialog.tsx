import { Button, ExtensionSlot, Failure, Icon, Loading, openPath, type ReachProps, usePermission, useText } from '@outrider/sdk';
import { Modal } from '@outrider/sdk/modal';
import { useQuery } from '@tanstack/react-query';

import type { Fileset } from '../api/filesets';
import { loadFileset } from '../playback/fileset-source';
import { PlaybackView } from '../playback/playback-view';
import { downloadOne } from './file-work';

/** What a fileset holds, without leaving the list. */
export function PreviewDialog({ fileset, onClose }: { fileset: Fileset; onClose: () => void }) {
  const t = useText('footage');
  const mayFiles = usePermission('exportFileset');
  const mayVideo = usePermission('exportVideo');
  const id = fileset.fileset_request_id;
  const source = useQuery({ queryKey: ['fileset-source', id], queryFn: ({ signal }) => loadFileset(id, fileset, signal), staleTime: 300_000 });
  const actions = (
    <>
      <ExtensionSlot name="reach" props={{ name: fileset.description, permission: 'listFilesets', vehicleId: fileset.vehicle_id, users: fileset.shared_with } satisfies ReachProps} />
      <Button onClick={() => openPath(`/player?fileset=${encodeURIComponent(id)}`)}>
        <Icon name="external" small />
        <span className="only-wide">{t('files.play')}</span>
      </Button>
      {mayFiles || mayVideo ? (
        <Button onClick={() => void downloadOne(fileset)}>
          <Icon name="download" small />
          <span className="only-wide">{t('files.download')}</span>
        </Button>
      ) : null}
    </>
  );
  return (
    <Modal title={fileset.description} hint={fileset.vehicle_name} width="lg" actions={actions} onClose={onClose}>
      {source.isPending ? <Loading rows={8} /> : source.isError ? <Failure error={source.error} onRetry={() => void source.refetch()} /> : <PlaybackView source={source.data} label={fileset.description} />}
    </Modal>
  );
}
