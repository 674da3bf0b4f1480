import { describe, expect, it } from 'vitest';

import { catalogues, read } from './catalogue-files';
import { languages, type Language } from './languages';
import sameTexts from './same-texts.json';

/** What texts do not say, by language, with the word that stands for it. */
const avoided: Record<Language, readonly [RegExp, string][]> = {
  en: [[/\bnotices?\b/i, 'alert'], [/\btake off\b/i, 'remove'], [/\bfit a device\b/i, 'assign'], [/\bbe had\b/, 'available'], [/\btold of\b/, 'get'], [/\bby itself\b/, 'automatically'], [/\bany more\b/, 'no longer'], [/\bmails\b/i, 'emails'], [/\btenant\b/i, 'organisation'], [/\blog in\b/i, 'sign in']],
  'en-US': [[/\borganisation/i, 'organization'], [/\bcancelled\b/i, 'canceled'], [/\bmetres?\b/i, 'meters'], [/\bcentre\b/i, 'center']],
  de: [[/\bAlarm/, 'Meldung'], [/\bDateis[aä]tz/, 'Anforderung'], [/\bSchnappschu/, 'Einzelbild'], [/\bBeweise\b/, 'Beweismaterial'], [/\babnehmen\b/, 'entfernen'], [/\banbringen\b/, 'zuordnen'], [/\b(ruppig|abrupt|massiv)/i, 'stark, schwer'], [/\b(du|dein|deine)\b/i, 'Sie']],
  es: [[/\bexcesivo\b/i, 'alto'], [/\bsin evento\b/i, 'falsa alerta'], [/\ben vivo\b/i, 'en directo'], [/\bdesconectado\b/i, 'sin conexión'], [/\bniveles\b/i, 'umbrales'], [/\bt[uú]\b/i, 'usted']],
  fr: [[/\w'\w/, '’'], [/géorepérage/i, 'géozone'], [/\bavis\b/i, 'alertes'], [/\binstantanés?\b/i, 'cliché'], [/\bcourriel/i, 'e-mail'], [/\btu\b/i, 'vous']],
  nl: [[/\bbestandensets?\b/i, 'aanvraag'], [/\bvloot/i, 'wagenpark'], [/\btoestemming\b/i, 'recht'], [/\b(krachtig|hevig|bruusk|extreem)\b/i, 'hard, ernstig'], [/\bsnelheidsbanden\b/i, 'snelheidsklassen'], [/\balarm/i, 'melding'], [/\b(je|jouw)\b/i, 'u']],
};

/** English that is fixed, its faults included. */
const fixed = new Set(['Sign in failed. You are not logged in any more.', 'Your fileset has finished uploading']);

/** Their count counts nothing that the text names in the plural. */
const countsNothing = new Set([
  'admin limits.refusedSince', 'admin mails.newest', 'ev under', 'alerts speedingFilter.tooMany', 'alerts info.videos', 'alerts analysis.part', 'alerts media.snapshotOf', 'alerts rules.wouldMore',
  'tracking head.of', 'sdk/ui age.second', 'sdk/ui age.minute', 'sdk/ui age.hour',
]);

const hasWords = (text: string) => /[a-z]{3}/i.test(text.replace(/\{\{?\w+\}?\}/g, ''));

describe.each(catalogues)('the texts of $name', ({ name, locales }) => {
  const english = read(locales, 'en');

  it.each(languages)('use the words of the glossary in %s', (language) => {
    const wrong = Object.entries(read(locales, language))
      .filter(([, text]) => !fixed.has(text))
      .flatMap(([key, text]) => avoided[language].filter(([word]) => word.test(text.replace(/\{+\w+\}+/g, ''))).map(([, better]) => `${key}: ${text} → ${better}`));
    expect(wrong).toEqual([]);
  });

  it('have a form for one and one for more wherever they count', () => {
    const keys = Object.keys(english);
    const lacking = keys.filter((key) => (/\{\{count\}\}/.test(english[key] ?? '') && !/_(one|other)$/.test(key) && !countsNothing.has(`${name} ${key}`)) || (key.endsWith('_other') && !keys.includes(key.replace(/other$/, 'one'))));
    expect(lacking).toEqual([]);
  });

  it.each(languages.filter((language) => !language.startsWith('en')))('are translated in %s', (language) => {
    const texts = read(locales, language);
    const same = Object.entries(english).filter(([key, text]) => texts[key] === text && hasWords(text) && !sameTexts.includes(text)).map(([key, text]) => `${key}: ${text}`);
    expect(same).toEqual([]);
  });
});
