import { zipSync } from 'fflate';
import { expect, test } from 'vitest';

import { readPictureZip, zipLimits } from './picture-zip';

const jpeg = (n: number) => new Uint8Array([0xff, 0xd8, 0xff, n]);
const zip = (files: Record<string, Uint8Array>) => new Uint8Array(zipSync(files)).buffer;

test('pictures come by name, and what is none is left out', () => {
  const pictures = readPictureZip(zip({ 'b.jpg': jpeg(2), 'a.jpg': jpeg(1), 'readme.txt': new Uint8Array([1, 2, 3]), 'page.jpg': new TextEncoder().encode('<script>') }));
  expect(pictures.map(({ name, bytes, type }) => [name, bytes[3], type])).toEqual([['a.jpg', 1, 'image/jpeg'], ['b.jpg', 2, 'image/jpeg']]);
});

test('a path that climbs out is only a name', () => {
  const pictures = readPictureZip(zip({ '../../etc/passwd.jpg': jpeg(1), 'C:\\windows\\evil.jpg': jpeg(2), '/abs.jpg': jpeg(3) }));
  expect(pictures.map(({ name }) => name).sort()).toEqual(['abs.jpg', 'evil.jpg', 'passwd.jpg']);
});

test('at most ten are taken', () => {
  expect(readPictureZip(zip(Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`${String(n).padStart(2, '0')}.jpg`, jpeg(n)]))))).toHaveLength(zipLimits.pictures);
});

test('one that swells is left out', () => {
  const bomb = new Uint8Array(zipLimits.pictureBytes + 1);
  bomb.set(jpeg(0));
  expect(readPictureZip(zip({ 'bomb.jpg': bomb, 'a.jpg': jpeg(1) })).map(({ name }) => name)).toEqual(['a.jpg']);
});

test('bytes that are no zip are refused', () => {
  expect(() => readPictureZip(new Uint8Array([1]).buffer)).toThrow();
  const cut = zip({ 'a.jpg': jpeg(1) });
  expect(() => readPictureZip(cut.slice(0, cut.byteLength / 2))).toThrow();
});
