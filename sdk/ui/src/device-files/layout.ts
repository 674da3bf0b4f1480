/** What tracking and IMU files have in common; docs/device-files.md lays it out byte by byte. */

/** The faults of a file, as the messages that people read. */
export const fileFaults = {
  id: 'Invalid tracking file ID',
  version: 'Unsupported file version',
  endianness: 'Invalid endianness',
  fields: 'Number of fields and precision specifiers not equal',
  delimiter: 'Invalid delimiter',
  truncated: 'Unexpected end of file',
  precision: 'Unknown precision specifier',
  size: 'File too large',
} as const;

export type FileFault = keyof typeof fileFaults;

/** Why a file cannot be read. */
export class FileError extends Error {
  constructor(readonly fault: FileFault) {
    super(fileFaults[fault]);
    this.name = 'FileError';
  }
}

/** A file as numbers: `samples[i][j]` is the field `fields[j]` of sample i. */
export interface SampleFile {
  version: string;
  fields: string[];
  samples: Float64Array[];
}

/** One kind of file. */
export interface FileFormat {
  id: string;
  versions: string[];
}

const delimiter = 0x7e;
const maxBytes = 64 * 1024 * 1024;

type ReadValue = (view: DataView, at: number, little: boolean) => number;

const precisions: Record<string, { bytes: number; read: ReadValue }> = {
  i1: { bytes: 1, read: (v, at) => v.getInt8(at) },
  u1: { bytes: 1, read: (v, at) => v.getUint8(at) },
  c1: { bytes: 1, read: (v, at) => v.getUint8(at) },
  i2: { bytes: 2, read: (v, at, little) => v.getInt16(at, little) },
  u2: { bytes: 2, read: (v, at, little) => v.getUint16(at, little) },
  i4: { bytes: 4, read: (v, at, little) => v.getInt32(at, little) },
  u4: { bytes: 4, read: (v, at, little) => v.getUint32(at, little) },
  i8: { bytes: 8, read: (v, at, little) => Number(v.getBigInt64(at, little)) },
  f4: { bytes: 4, read: (v, at, little) => v.getFloat32(at, little) },
  f8: { bytes: 8, read: (v, at, little) => v.getFloat64(at, little) },
};

/** Takes a file apart. Throws a FileError; faults are looked for in the order: size, id, version, endianness, fields, samples. */
export function readSampleFile(format: FileFormat, data: ArrayBuffer): SampleFile {
  if (data.byteLength > maxBytes) {
    throw new FileError('size');
  }
  const header = new HeaderReader(new Uint8Array(data));
  if (header.text() !== format.id) {
    throw new FileError('id');
  }
  const version = header.text();
  if (version === undefined || !format.versions.includes(version)) {
    throw new FileError('version');
  }
  const order = header.text();
  if (order !== 'LE' && order !== 'BE') {
    throw new FileError('endianness');
  }
  const fields = header.list();
  const columns = header.list();
  if (fields.length !== columns.length) {
    throw new FileError('fields');
  }
  return { version, fields, samples: readSamples(new DataView(data, header.at), columns, order === 'LE') };
}

function readSamples(view: DataView, columns: string[], little: boolean): Float64Array[] {
  const layout = columns.map((name) => {
    const precision = Object.hasOwn(precisions, name) ? precisions[name] : undefined;
    if (!precision) {
      throw new FileError('precision');
    }
    return precision;
  });
  const size = layout.reduce((sum, { bytes }) => sum + bytes, 1);
  const samples: Float64Array[] = [];
  for (let start = 0; start < view.byteLength; start += size) {
    if (view.getUint8(start) !== delimiter) {
      throw new FileError('delimiter');
    }
    if (start + size > view.byteLength) {
      throw new FileError('truncated');
    }
    let at = start + 1;
    samples.push(
      Float64Array.from(layout, ({ bytes, read }) => {
        at += bytes;
        return read(view, at - bytes, little);
      }),
    );
  }
  return samples;
}

/** Reads the header's texts, each of which ends with a zero byte. */
class HeaderReader {
  at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  /** The next text; undefined if the file ends before it does. */
  text(): string | undefined {
    const end = this.bytes.indexOf(0, this.at);
    if (end < 0) {
      return undefined;
    }
    const text = new TextDecoder().decode(this.bytes.subarray(this.at, end));
    this.at = end + 1;
    return text;
  }

  /** The next text as a list. */
  list(): string[] {
    const text = this.text();
    if (text === undefined) {
      throw new FileError('truncated');
    }
    return text.split(',');
  }
}

/** Finds a value of a sample by its field's name; zero for a field that the file lacks. */
export function valueOf(file: SampleFile): (sample: Float64Array, name: string) => number {
  const columns = new Map(file.fields.map((name, column) => [name, column]));
  return (sample, name) => sample[columns.get(name) ?? -1] ?? 0;
}
