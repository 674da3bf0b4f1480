import { Icon } from '@outrider/sdk';
import { useState } from 'react';

/** A small picture of a fileset; without one, what it holds. */
export function Thumbnail({ src, isVideo }: { src: string; isVideo: boolean }) {
  const [failed, setFailed] = useState<string>();
  return src === '' || failed === src ? (
    <span className="files-thumb none" aria-hidden="true">
      <Icon name={isVideo ? 'video' : 'files'} small />
    </span>
  ) : (
    <img className="files-thumb" src={src} alt="" loading="lazy" onError={() => setFailed(src)} />
  );
}
