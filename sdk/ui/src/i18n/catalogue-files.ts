import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The repository. */
export const root = join(import.meta.dirname, '../../../..');

/** Every folder of catalogues, with the folder of the code that uses it. */
export const catalogues = [
  { name: 'sdk/ui', locales: 'sdk/ui/locales', code: 'sdk/ui/src' },
  { name: 'shell', locales: 'shell/locales', code: 'shell/src' },
  { name: 'sign-in', locales: 'shell/locales/sign-in', code: 'shell/src/sign-in' },
  { name: 'tracking', locales: 'remotes/vehicles/src/tracking/locales', code: 'remotes/vehicles/src/tracking' },
  ...remotes().map((name) => ({ name, locales: `remotes/${name}/locales`, code: `remotes/${name}/src` })),
];

/** The texts of a language by their keys, `group.key`. */
export function read(locales: string, language: string): Record<string, string> {
  return flat(JSON.parse(readFileSync(join(root, locales, `${language}.json`), 'utf8')) as object);
}

function remotes(): string[] {
  const folder = join(root, 'remotes');
  return readdirSync(folder).filter((name) => readdirSync(join(folder, name)).includes('locales'));
}

function flat(texts: object, before = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, value]: [string, unknown]) =>
      typeof value === 'object' && value !== null ? Object.entries(flat(value, `${before}${key}.`)) : [[`${before}${key}`, String(value)]],
    ),
  );
}
