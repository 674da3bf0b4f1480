import { ExtensionSlot, Icon, IconButton, useSession, useText } from '@outrider/sdk';
import { Dialog, DialogTitle, useMediaQuery } from '@outrider/sdk/mui';
import { useId, useMemo } from 'react';

/** The hierarchy of groups, which the slot `group-chooser` fills; choosing one narrows what pages show. */
export function GroupDialog({ onClose }: { onClose: () => void }) {
  const t = useText('shell');
  const tSdk = useText();
  const id = useId();
  const { Org } = useSession();
  const isNarrow = useMediaQuery('(max-width: 990px)');
  const props = useMemo(() => ({ close: onClose }), [onClose]);
  return (
    <Dialog open onClose={onClose} fullScreen={isNarrow} fullWidth maxWidth="xs" aria-labelledby={id} slotProps={{ paper: { className: 'group-dialog' } }}>
      <div className="group-dialog-head">
        <DialogTitle id={id} sx={{ flex: 1 }}>
          {t('drawer.groups', { organisation: Org.name })}
        </DialogTitle>
        <IconButton label={tSdk('action.close')} onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </div>
      <div className="group-dialog-body">
        <ExtensionSlot name="group-chooser" props={props} />
      </div>
    </Dialog>
  );
}
