import { Dialog, DialogActions, DialogContent, DialogTitle, useMediaQuery } from '@mui/material';
import { useId, useState } from 'react';

import { Button } from '../buttons';
import { useText } from '../i18n';
import { Failure, Loading } from '../states';
import { useFleetTree } from './use-fleet-tree';
import { VehicleSelector, type VehicleSelectorProps } from './vehicle-selector';

export interface VehicleSelectorDialogProps extends Omit<VehicleSelectorProps, 'tree' | 'onChange' | 'autoFocus'> {
  /** Without one the dialog asks for it: GET /org/{orgId}/vehicles/tree. */
  tree?: VehicleSelectorProps['tree'];
  title?: string;
  /** What was chosen; the second are the groups, where those can be chosen. */
  onOk: (value: string[], groups: string[]) => void;
  onCancel: () => void;
}

/** Chooses vehicles or a group in a dialog; below 991 px it takes the whole screen. */
export function VehicleSelectorDialog({ tree, title, mode = 'vehicles', value, groups, openRoot = true, onOk, onCancel }: VehicleSelectorDialogProps) {
  const t = useText();
  const titleId = useId();
  const isNarrow = useMediaQuery('(max-width: 990px)');
  const [chosen, setChosen] = useState({ value, groups: groups ?? [] });
  const asked = useFleetTree(tree === undefined);
  const shown = tree ?? asked.data;
  const usualTitle = t(mode === 'vehicles' ? 'select.title' : mode === 'vehicle' ? 'select.titleOne' : 'select.group');
  return (
    <Dialog open onClose={onCancel} aria-labelledby={titleId} fullScreen={isNarrow} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{title ?? usualTitle}</DialogTitle>
      <DialogContent className="vselect-dialog">
        {shown ? (
          // A dialog is opened to search.
          // eslint-disable-next-line jsx-a11y/no-autofocus
          <VehicleSelector tree={shown} mode={mode} value={chosen.value} {...(groups ? { groups: chosen.groups } : {})} onChange={(next, nextGroups) => setChosen({ value: next, groups: nextGroups })} openRoot={openRoot} autoFocus />
        ) : asked.error ? (
          <Failure error={asked.error} onRetry={() => void asked.refetch()} />
        ) : (
          <Loading rows={8} />
        )}
      </DialogContent>
      <DialogActions>
        <Button size="large" onClick={onCancel}>
          {t('action.cancel')}
        </Button>
        <Button variant="primary" size="large" disabled={chosen.value.length + chosen.groups.length === 0} onClick={() => onOk(chosen.value, chosen.groups)}>
          {t('select.ok')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
