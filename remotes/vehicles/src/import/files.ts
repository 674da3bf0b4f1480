import { saveBlob, type Translate } from '@outrider/sdk';
import { csvOf, type ExportSettings, type TableColumn } from '@outrider/sdk/table';

import type { ImportFile, ImportKey, ImportProblem } from '../api/imports';

/** The most that is sent, in bytes. */
export const largestFile = 16 << 20;

/** A translation, of the remote's texts. */
type Text = Translate<'vehicles'>;

/** The columns of a template, with the keys of their texts. */
export const templateColumns = [
  ['vehicle_name', 'field.name'], ['vehicle_type', 'field.type'], ['group', 'field.group'], ['key', 'field.key'], ['make', 'field.make'], ['model', 'field.model'], ['year', 'field.year'],
  ['fuel', 'field.fuel'], ['displacement', 'field.displacement'], ['VIN', 'field.vin'], ['notes', 'field.notes'], ['device_id', 'device.id'], ['device_model', 'device.model'],
] as const;

/** How a field is called on the screen. */
export function fieldName(tVehicles: Text, field: string): string {
  const found = templateColumns.find(([name]) => name === field);
  return found ? tVehicles(found[1]) : field;
}

/** A file as it is sent. */
export async function readFile(file: File): Promise<ImportFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let from = 0; from < bytes.length; from += 0x8000) text += String.fromCharCode(...bytes.subarray(from, from + 0x8000));
  return { name: file.name.slice(0, 200), file: btoa(text) };
}

/** Saves a file with the columns that an import knows, in the user's language, and one vehicle as an example. */
export function saveTemplate(tVehicles: Text, settings: ExportSettings): void {
  const example: Record<string, string> = { vehicle_name: 'HGV-017', vehicle_type: tVehicles('type.truck'), make: 'Scania', model: 'R450', year: '2021', fuel: tVehicles('fuel.diesel'), displacement: '12742' };
  save('vehicles.csv', templateColumns.map(([name, key]) => column<Record<string, string>>(name, tVehicles(key), (row) => row[name] ?? '')), [example], settings);
}

/** Saves what is wrong, row by row. */
export function saveProblems(heads: Record<keyof ImportProblem, string>, problems: readonly ImportProblem[], settings: ExportSettings): void {
  const fields = ['line', 'field', 'value', 'problem'] as const;
  save('problems.csv', fields.map((field) => column<ImportProblem>(field, heads[field], (row) => String(row[field]))), [...problems], settings);
}

/** Saves the keys of new devices. */
export function saveKeys(heads: Record<keyof ImportKey, string>, keys: readonly ImportKey[], settings: ExportSettings): void {
  const fields = ['device_id', 'key', 'vehicle_name'] as const;
  save('device-keys.csv', fields.map((field) => column<ImportKey>(field, heads[field], (row) => row[field])), [...keys], settings);
}

function column<Row>(id: string, label: string, value: (row: Row) => string): TableColumn<Row> {
  return { id, label, value };
}

function save<Row>(name: string, columns: TableColumn<Row>[], rows: Row[], settings: ExportSettings): void {
  saveBlob(new Blob([csvOf(columns, rows, settings)], { type: 'text/csv;charset=utf-8' }), name);
}
