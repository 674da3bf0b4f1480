import { ApiError, Button, confirm, Icon, Loading, toast, usePermission, useText } from '@outrider/sdk';
import { useNavigate, useParams } from '@outrider/sdk/router';
import { DataTable, tableKey, type RowAction } from '@outrider/sdk/table';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useState } from 'react';

import { changeFence, deleteFence, listFences, type ListedFence } from '../api/fences';
import { DetailsPanel } from './details-panel';
import { useFenceColumns } from './columns';
import { FilesMenu } from './files-menu';

const FencesMap = lazy(async () => ({ default: (await import('./fences-map')).FencesMap }));
const table = 'geofences';
const keyOf = ({ id }: ListedFence) => id;

/** All geofences: a table, a map beside it, and below them the one that is chosen. */
export function ListScreen() {
  const t = useText('geofences');
  const { id } = useParams();
  const navigate = useNavigate();
  const mayCreate = usePermission('createGeofence');
  const columns = useFenceColumns();
  const [changes, setChanges] = useState(0);
  const [moment, setMoment] = useState<{ fence: string | undefined; atMs: number }>();
  const client = useQueryClient();
  const refresh = useCallback(() => {
    void client.invalidateQueries({ queryKey: tableKey(table) });
    void client.invalidateQueries({ queryKey: ['geofences'] });
    setChanges((n) => n + 1);
  }, [client]);
  const open = useCallback((fence: string) => void navigate({ pathname: `/geo-fence/${encodeURIComponent(fence)}`, search: location.search }), [navigate]);
  const close = useCallback(() => void navigate({ pathname: '/geo-fence', search: location.search }), [navigate]);
  const rowActions = useRowActions(refresh, open);
  const openRow = useCallback((row: ListedFence) => open(row.id), [open]);
  return (
    <div className={id ? 'gf-page with-details' : 'gf-page'}>
      <div className="gf-table">
        <DataTable<ListedFence>
          id={table}
          label={t('list.title')}
          columns={columns}
          rowKey={keyOf}
          fetchPage={listFences}
          sort="name"
          searchLabel={t('list.search')}
          onOpen={openRow}
          rowActions={rowActions}
          actions={
            <>
            <FilesMenu mayImport={mayCreate} />
            <Button variant="primary" disabled={!mayCreate} title={mayCreate ? undefined : t('list.mayNotAdd')} onClick={() => void navigate('/geo-fence/new')}>
              <Icon name="plus" small />
              {t('list.add')}
            </Button>
            </>
          }
          empty={{ title: t('list.none'), text: t('list.noneText'), icon: 'geofencing' }}
        />
      </div>
      <div className="gf-map">
        <Suspense fallback={<Loading rows={3} />}>
          <FencesMap chosen={id} onChoose={open} changes={changes} atMs={moment?.fence === id ? moment?.atMs : undefined} onNow={() => setMoment(undefined)} />
        </Suspense>
      </div>
      {id ? <DetailsPanel key={id} id={id} onClose={close} onMoment={(atMs) => setMoment({ fence: id, atMs })} /> : null}
    </div>
  );
}

/** What can be done with one geofence. */
function useRowActions(refresh: () => void, open: (id: string) => void): (row: ListedFence) => RowAction[] {
  const t = useText('geofences');
  const navigate = useNavigate();
  const mayCreate = usePermission('createGeofence');
  const mayEdit = usePermission('editGeofence');
  const mayDisable = usePermission('disableGeofence');
  const mayDelete = usePermission('deleteGeofence');
  return useCallback(
    (row) => {
      const denied = (may: boolean) => (may && row.may_edit ? {} : { disabled: t(row.may_edit ? 'list.mayNot' : 'list.shared') });
      const run = (work: () => Promise<unknown>, done: string) => void work().then(() => toast(done), (error: unknown) => toast(error instanceof ApiError ? error.message : t('list.failed'), 'error')).finally(refresh);
      return [
        { id: 'details', label: t('list.details'), icon: 'eye', run: () => open(row.id) },
        { id: 'edit', label: t('list.edit'), icon: 'edit', ...denied(mayEdit), run: () => void navigate(`/geo-fence/${encodeURIComponent(row.id)}/edit`) },
        { id: 'copy', label: t('list.copy'), icon: 'plus', ...(mayCreate ? {} : { disabled: t('list.mayNotAdd') }), run: () => void navigate(`/geo-fence/new?copy=${encodeURIComponent(row.id)}`) },
        {
          id: 'disable', label: t(row.disabled ? 'list.enable' : 'list.disable'), icon: row.disabled ? 'check' : 'lock', ...denied(mayDisable),
          run: () => run(() => changeFence(row.id, { disabled: !row.disabled }), t(row.disabled ? 'list.enabled' : 'list.disabled', { name: row.name })),
        },
        {
          id: 'delete', label: t('list.delete'), icon: 'trash', tone: 'danger', ...denied(mayDelete),
          run: () => void confirm({ title: t('list.deleteTitle', { name: row.name }), text: t('list.deleteText', { count: row.inside ?? 0 }), confirm: t('list.delete'), tone: 'danger' }).then((sure) => {
            if (sure) run(() => deleteFence(row.id), t('list.deleted', { name: row.name }));
          }),
        },
      ];
    },
    [t, mayCreate, mayEdit, mayDisable, mayDelete, refresh, open, navigate],
  );
}
