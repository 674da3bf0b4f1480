import { Icon, IconButton, usePermission, useText } from '@outrider/sdk';
import { Menu, MenuItem } from '@outrider/sdk/mui';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import type { Alert } from '../api/alert';
import { downloadMedia, type DownloadKind } from './download-media';

/** The media of an alert, or the signed package that proves them, as a zip. Only for those who may export. */
export function DownloadMenu({ alert }: { alert: Alert }) {
  const t = useText('alerts');
  const client = useQueryClient();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const mayExport = usePermission('exportAlertMedia');
  if (!mayExport) {
    return null;
  }
  const get = (kind: DownloadKind) => {
    setOpen(false);
    void downloadMedia(client, alert, kind);
  };
  return (
    <>
      <IconButton ref={button} variant="outlined" aria-haspopup="menu" aria-expanded={isOpen} label={t('download.media')} onClick={() => setOpen(true)}>
        <Icon name="download" />
      </IconButton>
      <Menu open={isOpen} anchorEl={button.current} onClose={() => setOpen(false)}>
        <MenuItem onClick={() => get('media')}>
          <span className="download-item">
            <b>{t('download.media')}</b>
            <span className="t2 s12">{t('download.mediaText')}</span>
          </span>
        </MenuItem>
        <MenuItem onClick={() => get('package')}>
          <span className="download-item">
            <b>{t('download.package')}</b>
            <span className="t2 s12">{t('download.packageText')}</span>
          </span>
        </MenuItem>
      </Menu>
    </>
  );
}
