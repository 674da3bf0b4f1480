import { brand, h } from './elements';
import type { Translate } from './texts';

/** Shows recovery codes, the only time that they can be read. */
export function recoveryCodes(t: Translate, codes: string[], done: () => void): HTMLElement {
  const text = `${t('recovery.file')}\n\n${codes.join('\n')}\n`;
  const download = h(
    'a',
    { class: 'btn', href: `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`, download: 'outrider-recovery-codes.txt' },
    t('recovery.download'),
  );
  const print = h('button', { type: 'button', class: 'btn' }, t('recovery.print'));
  print.addEventListener('click', () => window.print());
  const go = h('button', { type: 'button', class: 'btn primary sign-submit' }, t('recovery.continue'));
  go.addEventListener('click', done);
  return h(
    'div',
    { class: 'sign-form' },
    brand(),
    h('h1', { tabindex: '-1' }, t('recovery.title')),
    h('p', { class: 'sign-text' }, t('recovery.text')),
    h('ul', { class: 'sign-codes' }, ...codes.map((code) => h('li', {}, h('code', {}, code)))),
    h('p', { class: 'sign-more' }, download, print),
    go,
  );
}
