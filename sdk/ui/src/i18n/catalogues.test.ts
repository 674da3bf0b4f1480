import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

import { describe, expect, it } from 'vitest';

import { languageOf, languages, localeOf, type Language } from './languages';
import sameTexts from './same-texts.json';

/** The repository. */
const root = join(import.meta.dirname, '../../../..');

/** Every folder of catalogues, with the folder of the code that uses it. */
const catalogues = [
  { name: 'sdk/ui', locales: 'sdk/ui/locales', code: 'sdk/ui/src' },
  { name: 'shell', locales: 'shell/locales', code: 'shell/src' },
  { name: 'sign-in', locales: 'shell/locales/sign-in', code: 'shell/src/sign-in' },
  { name: 'tracking', locales: 'remotes/vehicles/src/tracking/locales', code: 'remotes/vehicles/src/tracking' },
  { name: 'vehicle-import', locales: 'remotes/vehicles/src/import/locales', code: 'remotes/vehicles/src/import' },
  { name: 'geofences-layer', locales: 'remotes/geofences/locales/layer', code: 'remotes/geofences/locales/layer' },
  ...remotes().map((name) => ({ name, locales: `remotes/${name}/locales`, code: `remotes/${name}/src` })),
];

/** Catalogues that nothing above names: pages that load by themselves, mails, and the page of an evidence package. Keys of theirs are checked by their types, or in Go. */
const others = cataloguesIn(root).filter((locales) => !catalogues.some((one) => one.locales === locales)).map((locales) => ({ name: locales, locales }));

/** Sentences of the server with their translations; English is in the code. */
const serverTexts = ['host/internal/texts/messages', 'sdk/texts/messages', ...readdirSync(join(root, 'plugins')).map((name) => `plugins/${name}/texts`).filter((folder) => existsSync(join(root, folder)))];

/** What plugins are called, and what they bring: each text in all languages beside each other. */
const manifests = readdirSync(join(root, 'plugins')).map((name) => `plugins/${name}/manifest.json`).filter((path) => existsSync(join(root, path)));

/** What texts do not say, by language, with the word that stands for it. */
const avoided: Record<Language, readonly [RegExp, string][]> = {
  en: [[/\bnotices?\b/i, 'alert'], [/\btake off\b/i, 'remove'], [/\bfit a device\b/i, 'assign'], [/\bbe had\b/, 'available'], [/\btold of\b/, 'get'], [/\bby itself\b/, 'automatically'], [/\bany more\b/, 'no longer'], [/\bmails\b/i, 'emails'], [/\btenant\b/i, 'organisation'], [/\blog in\b/i, 'sign in']],
  'en-US': [[/\borganisation/i, 'organization'], [/\bcancelled\b/i, 'canceled'], [/\bmetres?\b/i, 'meters'], [/\bcentre\b/i, 'center'], [/\bneighbour/i, 'neighbor'], [/\bcolour/i, 'color'], [/\b(behaviour|favour|labour)/i, 'American spelling'], [/\blitres?\b/i, 'liters'], [/\b(licence|grey|tyre)\b/i, 'American spelling']],
  de: [[/\bAlarm/, 'Meldung'], [/\bDateis[aä]tz/, 'Anforderung'], [/\bSchnappschu/, 'Einzelbild'], [/\bBeweise\b/, 'Beweismaterial'], [/\babnehmen\b/, 'entfernen'], [/\banbringen\b/, 'zuordnen'], [/\b(ruppig|abrupt|massiv)/i, 'stark, schwer'], [/\b(du|dein|deine)\b/i, 'Sie']],
  es: [[/\bexcesivo\b/i, 'alto'], [/\bsin evento\b/i, 'falsa alerta'], [/\ben vivo\b/i, 'en directo'], [/\bdesconectado\b/i, 'sin conexión'], [/\bniveles de (exceso de )?velocidad\b/i, 'umbrales'], [/\bt[uú]\b/i, 'usted']],
  fr: [[/\w'\w/, '’'], [/« | [:;!?»]/, 'a no-break space'], [/géorepérage/i, 'géozone'], [/\bavis\b/i, 'alertes'], [/\binstantanés?\b/i, 'cliché'], [/\bcourriel/i, 'e-mail'], [/\btu\b/i, 'vous']],
  nl: [[/\bbestandensets?\b/i, 'aanvraag'], [/\bvloot/i, 'wagenpark'], [/\btoestemming\b/i, 'recht'], [/\b(krachtig|hevig|bruusk|extreem)\b/i, 'hard, ernstig'], [/\bsnelheidsbanden\b/i, 'snelheidsklassen'], [/\balarm/i, 'melding'], [/\b(je|jouw)\b/i, 'u']],
};

/** English that is fixed, its faults included. */
const fixed = new Set(['Your fileset has finished uploading']);

/** Their count counts nothing that the text names in the plural. */
const countsNothing = new Set([
  'admin limits.refusedSince', 'admin mails.newest', 'ev under', 'alerts speedingFilter.tooMany', 'alerts analysis.part', 'alerts media.snapshotOf', 'alerts rules.wouldMore',
  'tracking head.of', 'sdk/ui age.second', 'sdk/ui age.minute', 'sdk/ui age.hour',
]);

const hasWords = (text: string) => /[a-z]{3}/i.test(text.replace(/\{\{?\w+\}?\}/g, '')) && !/^[A-Z]{3}$/.test(text); // a currency is called the same everywhere

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

describe.each([...catalogues, ...others])('the texts of $name', ({ name, locales }) => {
  const english = read(locales, 'en');

  it.each(languages)('use the words of the glossary in %s', (language) => {
    expect(Object.entries(read(locales, language)).filter(([, text]) => !fixed.has(text)).flatMap(([key, text]) => wrongWords(language, key, text))).toEqual([]);
  });

  it('have a form for one and one for more wherever they count', () => {
    const keys = Object.keys(english);
    const lacking = keys.filter((key) => (/\{\{count\}\}/.test(english[key] ?? '') && !/_(one|other)$/.test(key) && !countsNothing.has(`${name} ${key}`)) || (key.endsWith('_other') && !keys.includes(key.replace(/other$/, 'one'))));
    expect(lacking).toEqual([]);
  });

  it.each(languages.filter((language) => !language.startsWith('en')))('are translated in %s', (language) => {
    const texts = read(locales, language);
    expect(untranslated(english, texts)).toEqual([]);
  });
});

describe.each(serverTexts)('the sentences of %s', (folder) => {
  it.each(languages.filter((language) => !language.startsWith('en')))('use the words of the glossary in %s', (language) => {
    expect(Object.entries(read(folder, language)).flatMap(([key, text]) => wrongWords(language, key, text))).toEqual([]);
  });

  it.each(languages.filter((language) => !language.startsWith('en')))('are translated in %s', (language) => {
    const texts = read(folder, language);
    expect(untranslated(Object.fromEntries(Object.keys(texts).map((english) => [english, english])), texts)).toEqual([]);
  });
});

describe.each(manifests)('the texts of %s', (path) => {
  const manifest = JSON.parse(readFileSync(join(root, path), 'utf8')) as object;

  it.each(languages)('use the words of the glossary in %s', (language) => {
    expect(Object.entries(inLanguage(manifest, language)).flatMap(([key, text]) => wrongWords(language, key, text))).toEqual([]);
  });

  it.each(languages.filter((language) => !language.startsWith('en')))('are translated in %s', (language) => {
    expect(untranslated(inLanguage(manifest, 'en'), inLanguage(manifest, language))).toEqual([]);
  });
});

/** What stands between quotation marks, in any of the languages. */
const quotes = /“([^”]+)”|„([^“]+)“|«([^»]+)»|‘([^’]+)’/g;

describe('the articles of Help', () => {
  it.each(languages)('quote what screens say in %s', (language) => {
    const shown = new Set([...catalogues, ...others].flatMap(({ locales }) => Object.values(read(locales, language))));
    manifests.forEach((path) => Object.values(inLanguage(JSON.parse(readFileSync(join(root, path), 'utf8')) as object, language)).forEach((text) => shown.add(text)));
    const articles = Object.entries(read('shell/locales/help', language)).filter(([key]) => key.startsWith('job.')).map(([, text]) => text);
    const quoted = articles.flatMap((text) => [...text.matchAll(quotes)].map((found) => found.slice(1).find(Boolean)?.trim() ?? ''));
    expect(quoted.length).toBeGreaterThan(4);
    expect(quoted.filter((text) => !shown.has(text))).toEqual([]);
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

function wrongWords(language: Language, key: string, text: string): string[] {
  return avoided[language].filter(([word]) => word.test(text.replace(/\{+\w+\}+/g, ''))).map(([, better]) => `${key}: ${text} → ${better}`);
}

/** The texts that are as in English, without being on the list of those that may. */
function untranslated(english: Record<string, string>, texts: Record<string, string>): string[] {
  return Object.entries(english).filter(([key, text]) => texts[key] === text && hasWords(text) && !sameTexts.includes(text)).map(([key, text]) => `${key}: ${text}`);
}

/** The texts of a manifest in one language, by where they stand. */
function inLanguage(part: object, language: Language): Record<string, string> {
  const texts = flat(part);
  const end = `.${language}`;
  return Object.fromEntries(Object.entries(texts).filter(([key]) => key.endsWith(end)).map(([key, text]) => [key.slice(0, -end.length), text]));
}

/** Every folder below `folder` that has texts in all languages. */
function cataloguesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^(node_modules|dist|build|docs|var|test-results|\..*)$/.test(entry.name))
    .flatMap(({ name }) => cataloguesIn(join(folder, name)))
    .concat(languages.every((language) => existsSync(join(folder, `${language}.json`))) ? [relative(root, folder)] : []);
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

/** The texts of a language by their keys, `group.key`. */
function read(locales: string, language: string): Record<string, string> {
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
