import { Icon, useText, type IconName } from '@outrider/sdk';
import type { ReactNode } from 'react';

import type { EvidenceFile } from '../api/evidence';

interface MediaCardProps {
  icon: IconName;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** It is being loaded: the picture breathes. */
  isBusy?: boolean;
  role?: 'status' | 'alert';
}

/** Why a medium is not shown: a picture, a sentence, and what can be done. */
export function MediaCard({ icon, title, children, action, isBusy = false, role = 'status' }: MediaCardProps) {
  return (
    <div className={`media-card${isBusy ? ' busy' : ''}`} role={role}>
      <span className="tile">
        <Icon name={icon} />
      </span>
      <p className="t1">{title}</p>
      {children ? <div className="t2 s12">{children}</div> : null}
      {action}
    </div>
  );
}

interface PendingFilesProps {
  files: readonly EvidenceFile[];
  nameOf: (file: EvidenceFile) => string;
}

/** How far each file is on its way. */
export function PendingFiles({ files, nameOf }: PendingFilesProps) {
  const t = useText('alerts');
  return (
    <ul className="media-files">
      {files.map((file) => (
        <li key={file.id} className={`is-${file.state}`}>
          <span className="ell">{nameOf(file)}</span>
          {file.state === 'pending' ? <progress max={100} value={file.progress} aria-label={nameOf(file)} /> : <Icon name={file.state === 'ready' ? 'check' : 'warning'} small label={t(`media.file.${file.state}`)} />}
          <span className="num">{file.state === 'failed' ? '–' : `${file.state === 'ready' ? 100 : file.progress} %`}</span>
        </li>
      ))}
    </ul>
  );
}
