import { unzipSync } from 'fflate';

/** The names of the files in a zip, none of which is unpacked. Throws for bytes that are no zip. */
export function zipNames(data: ArrayBuffer): string[] {
  const names: string[] = [];
  unzipSync(new Uint8Array(data), {
    filter: ({ name }) => {
      names.push(name);
      return false;
    },
  });
  return names;
}
