import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { languageOf, languages, localeOf } from './languages';

const root = join(import.meta.dirname, '../../../..');

/** Every folder of catalogues, with the folder of the code that uses it. */
const catalogues = [
  { name: 'sdk/ui', locales: 'sdk/ui/locales', code: 'sdk/ui/src' },
  { name: 'shell', locales: 'shell/locales', code: 'shell/src' },
  { name: 'sign-in', locales: 'shell/locales/sign-in', code: 'shell/src/sign-in' },
  { name: 'tracking', locales: 'remotes/vehicles/src/tracking/locales', code: 'remotes/vehicles/src/tracking' },
  ...remotes().map((name) => ({ name, locales: `remotes/${name}/locales`, code: `remotes/${name}/src` })),
];

describe.each(catalogues)('the messages of $name', ({ locales }) => {
  const english = flat(read(join(root, locales, 'en.json')));

  it.each(languages)('are complete in %s', (language) => {
    const texts = flat(read(join(root, locales, `${language}.json`)));
    expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort());
    expect(Object.entries(texts).filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it.each(languages)('name the same values in %s', (language) => {
    const texts = flat(read(join(root, locales, `${language}.json`)));
    const different = Object.keys(english).filter((key) => valuesIn(texts[key] ?? '') !== valuesIn(english[key] ?? ''));
    expect(different).toEqual([]);
  });
});

describe.each(catalogues.filter(({ name }) => name !== 'sign-in'))('the code of $name', ({ name, locales, code }) => {
  it('uses only keys that exist', () => {
    const known = new Set(Object.keys(flat(read(join(root, locales, 'en.json')))).map((key) => key.replace(/_(one|other)$/, '')));
    const foreign = new Set(name === 'shell' || name === 'sdk/ui' ? [] : [...known]);
    const sdk = new Set(Object.keys(flat(read(join(root, 'sdk/ui/locales/en.json')))));
    const missing = sources(join(root, code)).flatMap((file) =>
      [...readFileSync(file, 'utf8').replace(/\/\*[^]*?\*\//g, '').matchAll(/\b(?:t|tSdk|translate)\('([\w.: -]+)'/g)]
        .map((match) => (match[1] ?? '').split(':').at(-1) ?? '')
        .filter((key) => key.includes('.') && !known.has(key) && !sdk.has(key) && !foreign.has(key))
        .map((key) => `${basename(file)}: ${key}`),
    );
    expect(missing).toEqual([]);
  });
});

describe('languages and locales', () => {
  it.each([
    ['en', 'en'], ['en-GB', 'en'], ['en-IE', 'en'], ['us', 'en-US'], ['en-US', 'en-US'], ['de-DE', 'de'], ['de-AT', 'de'], ['pt-PT', 'en'],
  ] as const)('%s reads %s', (locale, want) => {
    expect(languageOf(locale)).toBe(want);
  });

  it.each([
    ['en', 'en-GB', 'en-GB'], ['us', 'en-US', 'en-US'], [undefined, 'en-IE', 'en-IE'], [undefined, 'nl-NL', 'nl-NL'], [undefined, 'ja-JP', 'en-GB'], ['fr-FR', 'en-GB', 'fr-FR'],
  ] as const)('a stored %s where %s is the default is %s', (stored, byDefault, want) => {
    expect(localeOf(stored, byDefault)).toBe(want);
  });
});

function remotes(): string[] {
  const folder = join(root, 'remotes');
  return readdirSync(folder).filter((name) => readdirSync(join(folder, name)).includes('locales'));
}

function read(file: string): object {
  return JSON.parse(readFileSync(file, 'utf8')) as object;
}

function flat(texts: object, before = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, value]: [string, unknown]) =>
      typeof value === 'object' && value !== null ? Object.entries(flat(value, `${before}${key}.`)) : [[`${before}${key}`, String(value)]],
    ),
  );
}

function valuesIn(text: string): string {
  return (text.match(/\{+\w+\}+/g) ?? []).sort().join(' ');
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      return entry.name === 'sign-in' || existsSync(join(path, 'locales')) ? [] : sources(path); // those with texts of their own are looked at by themselves
    }
    return /(?<!\.test)\.tsx?$/.test(entry.name) ? [path] : [];
  });
}
