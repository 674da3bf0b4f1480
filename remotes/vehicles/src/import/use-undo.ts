import { ApiError, confirm, toast, usePermission, useText } from '@outrider/sdk';
import { useMutation } from '@tanstack/react-query';

import { undoImport, type PastImport } from '../api/imports';

/** Takes an import back, once the user has agreed. */
export function useUndo(onUndone: () => void) {
  const t = useText('vehicle-import');
  const isAllowed = usePermission('deleteVehicle');
  const { mutate, isPending } = useMutation({
    mutationFn: undoImport,
    onSuccess: (count) => {
      toast(t('undone', { count }));
      onUndone();
    },
    onError: (error) => toast(error instanceof ApiError ? error.message : t('failed'), 'error'),
  });
  const ask = async ({ id, vehicles }: Pick<PastImport, 'id' | 'vehicles'>) => {
    if (await confirm({ title: t('undoTitle', { count: vehicles }), text: t('undoText'), confirm: t('undo'), tone: 'danger' })) mutate(id);
  };
  return { ask, isPending, isAllowed };
}
