import { ApiError, Button, getAnswer, Icon, saveBlob, toast, useText } from '@outrider/sdk';
import { Menu, MenuItem } from '@outrider/sdk/mui';
import { useNavigate } from '@outrider/sdk/router';
import { useState } from 'react';

const formats = ['geojson', 'kml'] as const;

/** Geofences from files, and as files. */
export function FilesMenu({ mayImport }: { mayImport: boolean }) {
  const t = useText('geofences');
  const navigate = useNavigate();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const close = () => setAnchor(undefined);
  const save = async (format: (typeof formats)[number]) => {
    const answer = await getAnswer('/org/{orgId}/geofences/file', { query: { format } });
    saveBlob(await answer.blob(), `geofences.${format}`);
  };
  return (
    <>
      <Button aria-haspopup="menu" aria-expanded={anchor !== undefined} onClick={(event) => setAnchor(event.currentTarget)}>
        <Icon name="files" small />
        {t('files.title')}
      </Button>
      <Menu open={anchor !== undefined} anchorEl={anchor ?? null} onClose={close} slotProps={{ list: { 'aria-label': t('files.title') } }}>
        <MenuItem disabled={!mayImport} onClick={() => { close(); void navigate('/geo-fence/import'); }}>{t('files.import')}</MenuItem>
        {formats.map((format) => (
          <MenuItem
            key={format}
            onClick={() => {
              close();
              void save(format).catch((error: unknown) => toast(error instanceof ApiError ? error.message : t('files.failed'), 'error'));
            }}
          >
            {t(`files.${format}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
