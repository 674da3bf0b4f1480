import { unzipSync } from 'fflate';

/** One picture out of a zip. */
export interface ZippedPicture {
  /** The last part of its name in the zip; nothing is ever written under it. */
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  type: 'image/jpeg' | 'image/png' | 'image/webp';
}

/** What is taken out of one zip at most: pictures, and bytes of each, so that a small zip cannot become a large one. */
export const zipLimits = { pictures: 10, pictureBytes: 8 * 1024 * 1024 } as const;

/**
 * Takes the pictures out of a zip of snapshots, by name. What is no picture, or too large, is left out, and paths mean nothing. Throws for
 * bytes that are no zip.
 */
export function readPictureZip(data: ArrayBuffer): ZippedPicture[] {
  let found = 0;
  const files = unzipSync(new Uint8Array(data), {
    filter: ({ name, originalSize }) => !name.endsWith('/') && originalSize <= zipLimits.pictureBytes && ++found <= zipLimits.pictures * 4,
  });
  return Object.entries(files)
    .flatMap(([path, bytes]) => {
      const type = typeOf(bytes);
      return type ? [{ name: path.split(/[\\/]/).at(-1) ?? '', bytes: new Uint8Array(bytes), type }] : [];
    })
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
    .slice(0, zipLimits.pictures);
}

/** By the first bytes, whatever the name says. */
function typeOf(bytes: Uint8Array): ZippedPicture['type'] | undefined {
  const begins = (...with_: number[]) => with_.every((byte, index) => bytes[index] === byte);
  if (begins(0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (begins(0x89, 0x50, 0x4e, 0x47)) return 'image/png';
  return begins(0x52, 0x49, 0x46, 0x46) && bytes[8] === 0x57 && bytes[9] === 0x45 ? 'image/webp' : undefined;
}
