import { Icon } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { Fileset } from '../api/filesets';
import { getPreview } from '../api/media';

/** A small picture of a fileset: its own, else the first frame of its first video, else what it holds. */
export function Thumbnail({ fileset: { fileset_request_id: id, thumbnail, file_requests } }: { fileset: Fileset }) {
  const [failed, setFailed] = useState<string>();
  const video = file_requests.find(({ file_type, status }) => file_type.endsWith('video') && status === 'success');
  const isMissing = thumbnail === '' || failed === thumbnail;
  const preview = useQuery({ queryKey: ['thumbnail', id], queryFn: ({ signal }) => getPreview(id, signal), enabled: isMissing && video !== undefined, staleTime: 300_000, retry: false });
  const shown = preview.data?.find(({ file_request_id }) => file_request_id === video?.file_request_id);
  if (!isMissing) {
    return <img className="files-thumb" src={thumbnail} alt="" loading="lazy" onError={() => setFailed(thumbnail)} />;
  }
  if (shown?.preview) {
    // A picture of the row beside it: it says nothing that the row does not.
    return <video className="files-thumb" src={`${shown.preview}#t=0.1`} preload="metadata" muted playsInline aria-hidden="true" tabIndex={-1} />;
  }
  return (
    <span className="files-thumb none" aria-hidden="true">
      <Icon name={video ? 'video' : 'files'} small />
    </span>
  );
}
