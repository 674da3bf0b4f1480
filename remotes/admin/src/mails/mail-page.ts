/** What stands before the page of a mail: it fetches nothing, whatever it holds. */
const guard = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"><meta name="color-scheme" content="light">`;

/**
 * The page of a mail for a frame of this one, whose content security policy it inherits: styles count only in an element with the page's nonce,
 * so those that stand at elements, as mails have them, become rules there.
 */
export function mailPage(html: string, nonce = nonceOfPage()): string {
  const mail = new DOMParser().parseFromString(html.replace(/(\s)style=/gi, '$1data-mail-style='), 'text/html');
  const rules = [...mail.querySelectorAll('style')].map((style) => style.textContent);
  mail.querySelectorAll('style, script, base, meta, link').forEach((element) => element.remove());
  mail.querySelectorAll('[data-mail-style]').forEach((element, n) => {
    rules.push(`[data-mail-rule="${n}"]{${element.getAttribute('data-mail-style') ?? ''}}`);
    element.setAttribute('data-mail-rule', String(n));
    element.removeAttribute('data-mail-style');
  });
  const style = mail.createElement('style');
  style.setAttribute('nonce', nonce);
  style.textContent = rules.join('\n');
  mail.head.append(style);
  return guard + mail.documentElement.outerHTML;
}

function nonceOfPage(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}
