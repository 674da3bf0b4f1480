import { contributionsTo, loadRemoteModule, useShellInfo, type Contribution, type VehicleCell, type VehicleColumn, type VehicleColumnSource } from '@outrider/sdk';
import { useEffect, useState } from 'react';

/** Cells of one vehicle, by the column's id. */
export type ContributedCells = Readonly<Record<string, VehicleCell>>;

/** How long a page of the list waits for a column, in milliseconds. */
const longest = 2_000;

/** The columns that other plugins add to the list, their ids with the remote before them, so that links and views keep to them; a remote whose code cannot be had adds none. */
export function useContributedColumns(): readonly VehicleColumn[] {
  const info = useShellInfo();
  const [columns, setColumns] = useState<readonly VehicleColumn[]>(none);
  useEffect(() => {
    let isGone = false;
    const offered = info ? contributionsTo('vehicle-columns') : [];
    void Promise.all(offered.map(columnsOf)).then((found) => {
      if (!isGone) setColumns(found.flat().length > 0 ? found.flat() : none);
    });
    return () => {
      isGone = true;
    };
  }, [info]);
  return columns;
}

const none: readonly VehicleColumn[] = [];

async function columnsOf(address: Contribution): Promise<VehicleColumn[]> {
  try {
    const { vehicleColumns } = (await loadRemoteModule(address)) as { vehicleColumns: VehicleColumnSource };
    return (await vehicleColumns()).map((column) => ({ ...column, id: `${address.remote}-${column.id}` }));
  } catch (error) {
    console.error(`columns of ${address.remote}`, error);
    return [];
  }
}

/** What the columns say of some vehicles, by vehicle. A column that cannot be read, or takes long, says nothing: the list is there without it. */
export async function cellsOf(columns: readonly VehicleColumn[], vehicleIds: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, ContributedCells>> {
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(longest)]);
  const cells = new Map<string, Record<string, VehicleCell>>(vehicleIds.map((id) => [id, {}]));
  await Promise.all(
    columns.map(async (column) => {
      const said = await column.load(vehicleIds, bounded).catch((error: unknown) => {
        if (!signal.aborted) console.error(`column ${column.id}`, error);
        return {};
      });
      for (const [id, cell] of Object.entries(said)) {
        const row = cells.get(id);
        if (row) row[column.id] = cell;
      }
    }),
  );
  return cells;
}
