import { confirm, toast, usePermission, useText } from '@outrider/sdk';
import { BrowserRouter } from '@outrider/sdk/router';
import { DataTable, tableKey, type RowAction, type TableColumn } from '@outrider/sdk/table';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

import { deleteNote, getNotes, type Note } from './api/note';

import './logbook.css';

/** The screen: every note about the vehicles that the user sees. */
export function LogbookPage() {
  return (
    <BrowserRouter>
      <div className="logbook">
        <NoteTable />
      </div>
    </BrowserRouter>
  );
}

function NoteTable() {
  const t = useText('logbook');
  const columns = useMemo<TableColumn<Note>[]>(
    () => [
      { id: 'at', label: t('at'), kind: 'date-time', value: ({ at }) => at },
      { id: 'vehicle_name', label: t('vehicle'), value: ({ vehicle_name }) => vehicle_name, fixed: true },
      { id: 'text', label: t('text'), value: ({ text }) => text, width: 420, sortable: false },
      { id: 'author', label: t('author'), value: ({ author }) => author },
    ],
    [t],
  );
  const rowActions = useRowActions();
  return (
    <>
      <h1>{t('title')}</h1>
      <DataTable id="logbook" label={t('title')} columns={columns} rowKey={({ id }) => id} fetchPage={getNotes} sort="-at" rowActions={rowActions} empty={{ icon: 'flag', title: t('none'), text: t('noneHint') }} />
    </>
  );
}

/** Deletes a note, after a question; for those who may. */
function useRowActions(): (note: Note) => RowAction[] {
  const t = useText('logbook');
  const mayWrite = usePermission('writeLogbook');
  const queryClient = useQueryClient();
  const remove = async (note: Note) => {
    if (!(await confirm({ title: t('deleteTitle'), text: note.text, confirm: t('delete'), tone: 'danger' }))) return;
    try {
      await deleteNote(note.id);
      toast(t('deleted'));
    } catch {
      toast(t('notDeleted'), 'error');
    }
    await queryClient.invalidateQueries({ queryKey: tableKey('logbook') });
  };
  return (note) => (mayWrite ? [{ id: 'delete', label: t('delete'), tone: 'danger', run: () => void remove(note) }] : []);
}
