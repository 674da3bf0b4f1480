import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { catalogues, read, root } from './catalogue-files';
import { languageOf, languages, localeOf } from './languages';

describe.each(catalogues)('the messages of $name', ({ locales }) => {
  const english = read(locales, 'en');

  it.each(languages)('are complete in %s', (language) => {
    const texts = read(locales, language);
    expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort());
    expect(Object.entries(texts).filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it.each(languages)('name the same values in %s', (language) => {
    const texts = read(locales, language);
    const different = Object.keys(english).filter((key) => valuesIn(texts[key] ?? '') !== valuesIn(english[key] ?? ''));
    expect(different).toEqual([]);
  });
});

describe.each(catalogues.filter(({ name }) => name !== 'sign-in'))('the code of $name', ({ name, locales, code }) => {
  it('uses only keys that exist', () => {
    const known = new Set(Object.keys(read(locales, 'en')).map((key) => key.replace(/_(one|other)$/, '')));
    const foreign = new Set(name === 'shell' || name === 'sdk/ui' ? [] : [...known]);
    const sdk = new Set(Object.keys(read('sdk/ui/locales', 'en')));
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
