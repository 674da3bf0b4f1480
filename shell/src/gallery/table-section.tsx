import { ApiError, Button, toast } from '@outrider/sdk';
import { createRowPatches, DataTable, type BulkAction, type FetchPage, type RowAction, type TableColumn } from '@outrider/sdk/table';
import { useEffect, useMemo, useState } from 'react';

import { answer, galleryVehicles, type GalleryVehicle } from './fleet-rows';
import type { GallerySection } from './section';
import { Specimen } from './specimen';

const columns: TableColumn<GalleryVehicle>[] = [
  { id: 'name', label: 'Vehicle', value: ({ name }) => name, fixed: true, width: 150 },
  { id: 'type', label: 'Type', kind: 'one-of', value: ({ type }) => type, width: 110, options: ['truck', 'van', 'bus', 'car'].map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) })) },
  { id: 'group', label: 'Group', value: ({ group }) => group, width: 130 },
  { id: 'speedKmh', label: 'Speed', kind: 'speed', value: ({ speedKmh }) => speedKmh, width: 110 },
  { id: 'odometerM', label: 'Odometer', kind: 'distance', digits: 0, value: ({ odometerM }) => odometerM, width: 130 },
  { id: 'seenAt', label: 'Last seen', kind: 'date-time', value: ({ seenAt }) => seenAt, width: 180 },
  { id: 'driver', label: 'Driver', value: ({ driver }) => driver, width: 150 },
  { id: 'year', label: 'Year', kind: 'number', value: ({ year }) => year, hidden: true, width: 90 },
  { id: 'active', label: 'Active', kind: 'yes-no', value: ({ active }) => active, hidden: true, width: 100 },
];

const bulkActions: BulkAction<GalleryVehicle>[] = [
  { id: 'move', label: 'Move to group', icon: 'files', run: ({ count }) => toast(`Would move ${count}`) },
  { id: 'delete', label: 'Delete', icon: 'trash', tone: 'danger', onlyChosen: true, run: ({ count, clear }) => (toast(`Would delete ${count}`), clear()) },
];

const rowActions = ({ name }: GalleryVehicle): RowAction[] => [
  { id: 'track', label: 'Track', icon: 'tracking', run: () => toast(`Track ${name}`) },
  { id: 'live', label: 'Live', icon: 'video', disabled: 'No camera', run: () => {} },
  { id: 'delete', label: 'Delete', icon: 'trash', tone: 'danger', run: () => toast(`Delete ${name}`) },
];

function later<T>(value: T, ms: number, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(value), ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), reject(signal.reason)));
  });
}

/** A fleet that moves: every half second some speeds change. */
function LiveTable() {
  const all = useMemo(() => galleryVehicles(1234), []);
  const [patches] = useState(() => createRowPatches<GalleryVehicle>());
  useEffect(() => {
    let tick = 0;
    const timer = setInterval(() => {
      tick += 1;
      all.slice(0, 60).forEach((one, n) => n % 6 === tick % 6 && patches.patch(one.id, { speedKmh: (n * 13 + tick * 7) % 120 }));
    }, 500);
    return () => clearInterval(timer);
  }, [all, patches]);
  const fetchPage: FetchPage<GalleryVehicle> = (query, signal) => later(answer(all, query), 150, signal);
  return (
    <div style={{ height: 620 }}>
      <DataTable
        id="gallery" label="Vehicles" columns={columns} rowKey={({ id }) => id} fetchPage={fetchPage} sort="name" searchLabel="Search vehicles and drivers" patches={patches}
        bulkActions={bulkActions} rowActions={rowActions} onOpen={({ name }) => toast(`Open ${name}`)}
        actions={<Button variant="primary">Add vehicle</Button>}
      />
    </div>
  );
}

function StateTable({ id, fetchPage }: { id: string; fetchPage: FetchPage<GalleryVehicle> }) {
  return (
    <div style={{ height: 380 }}>
      <DataTable id={`gallery-${id}`} label={`Vehicles, ${id}`} columns={columns.slice(0, 4)} rowKey={({ id: key }) => key} fetchPage={fetchPage} address={false} sizes={false} exportable={false} empty={{ title: 'No vehicles yet', text: 'Add the first one to see it here.', icon: 'vehicles' }} />
    </div>
  );
}

const never: FetchPage<GalleryVehicle> = () => new Promise(() => {});
const none: FetchPage<GalleryVehicle> = async () => ({ rows: [], total: 0, pageCount: 1 });
const away: FetchPage<GalleryVehicle> = () => Promise.reject(new ApiError({ kind: 'conflict', status: 409, title: 'The list changed meanwhile.' }));
const denied: FetchPage<GalleryVehicle> = () => Promise.reject(new ApiError({ kind: 'denied', status: 403, title: '' }));

function TableGallery() {
  return (
    <>
      <Specimen wide title="A live fleet of 1,234" note="Search, filter, sort by two heads with Shift, choose columns, save a view, select, export; the address holds it all.">
        <LiveTable />
      </Specimen>
      <Specimen wide title="Loading"><StateTable id="loading" fetchPage={never} /></Specimen>
      <Specimen wide title="Empty"><StateTable id="empty" fetchPage={none} /></Specimen>
      <Specimen wide title="Failed"><StateTable id="failed" fetchPage={away} /></Specimen>
      <Specimen wide title="Denied"><StateTable id="denied" fetchPage={denied} /></Specimen>
    </>
  );
}

/** The data table in all its states. */
export const tableSection: GallerySection = { id: 'table', title: 'Data table', Component: TableGallery };
