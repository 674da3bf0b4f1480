// node zz-looks.mjs <look name> <lang> <scheme> <w> <h> [paths...]
import { chromium } from '@playwright/test';
import { mkdirSync } from 'node:fs';
const base = process.env.BASE ?? 'http://127.0.0.1:8130';
const looks = process.argv[2].split(',').map((l) => l.split(':')); // name:lang:scheme:w:h
const only = process.argv.slice(3);
const ask = async (m, p, b, t) => { const r = await fetch(`${base}/api${p}`, { method: m, headers: { 'Content-Type': 'application/json', ...(t ? { Authorization: `Bearer ${t}` } : {}) }, body: b ? JSON.stringify(b) : undefined }); if (!r.ok) throw new Error(`${m} ${p} ${r.status} ${await r.text()}`); return r.json(); };
const email = process.env.EMAIL ?? 'admin@demo.test';
const { access_token: token } = await ask('POST', '/auth/sign-in', { email, password: 'Outrider1' });
const me = (await ask('GET', '/shell', undefined, token)).session.user.id;
await ask('POST', `/user/${me}/preferences`, { global: { locale: 'en-GB' }, app: { outrider: { version: 1, ui: { help: { tour: true } } } } }, token);
const vehicles = await ask('GET', `/vehicles?limit=1`, undefined, token).catch(() => undefined);
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] });
const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: 'light', locale: 'en-GB' });
const page = await context.newPage();
page.setDefaultTimeout(90_000);
page.on('pageerror', (e) => console.log('PAGEERROR', page.url(), String(e.stack ?? e).slice(0, 400)));
await page.goto(`${base}/sign-in`);
await page.locator('input[type=email], input[name=email]').first().fill(email);
await page.locator('input[type=password]').first().fill('Outrider1');
await page.locator('form button[type=submit]').first().click();
await page.waitForURL((u) => !u.pathname.startsWith('/sign-in'));
const screens = only.length ? only : ['/', '/notifications', '/speeding', '/geofence-events', '/driving-events-dashboard', '/map-view', '/vehicles', '/tracking', '/geo-fence', '/reports', '/reports?report_type=mileage&date_range=last-7-days', '/scheduled-reports', '/fleet-status', '/hardware-faults', '/cloud', '/user-management', '/modules', '/integrations', '/account-settings', '/user-profile', '/help', '/admin/audit', '/alert-settings', '/system-health', '/player', '/fuel-usage-report', '/ev-usage-report', '/seatbelt-violation-report', '/organisations'];
await page.waitForSelector('.topbar', { timeout: 300_000 });
for (const [name, lang, scheme, w, h] of looks) {
const out = `/work/lab/shots-looks/${name}`; mkdirSync(out, { recursive: true });
await page.setViewportSize({ width: 1440, height: 900 });
await page.emulateMedia({ colorScheme: scheme });
console.log('#### ' + name);
await page.locator('.topbar .avatar').click();
await page.locator('.account[role=dialog] select').first().selectOption(lang);
await page.waitForTimeout(1500);
await page.keyboard.press('Escape');
await page.setViewportSize({ width: +w, height: +h });
for (const s of screens) {
  try {
    await page.evaluate((p) => { history.pushState(null, '', p); dispatchEvent(new PopStateEvent('popstate')); }, s);
    await page.waitForTimeout(700);
    await page.waitForFunction(() => document.querySelectorAll('.skel').length === 0, undefined, { timeout: 30_000 }).catch(() => console.log('STILL LOADING', s));
        await page.waitForTimeout(1200);
    const file = `${out}/${(s.replace(/[/?&=]/g, '_').slice(1) || 'home').slice(0, 60)}.png`;
    await page.screenshot({ path: file });
    const found = await page.evaluate(() => {
      const seen = (e) => { const r = e.getBoundingClientRect(); const st = getComputedStyle(e); return r.width > 1 && r.height > 1 && st.visibility !== 'hidden' && +st.opacity > 0 && r.bottom > 0 && r.top < innerHeight && r.right > 0 && r.left < innerWidth; };
      const cut = [], small = [], wide = [];
      for (const e of document.querySelectorAll('body *')) {
        if (!seen(e)) continue;
        const st = getComputedStyle(e);
        if ((st.overflowX === 'hidden' || st.overflowX === 'clip') && e.scrollWidth > e.clientWidth + 1 && e.childElementCount < 4 && e.textContent.trim() && e.clientWidth > 4 && !e.closest('.vh, .sr, .visually-hidden')) cut.push(`${e.tagName}.${String(e.className).slice(0, 40)} «${e.textContent.trim().slice(0, 50)}» ${e.scrollWidth}>${e.clientWidth}${e.title ? ' t' : ''}`);
        if (e.matches('button, a[href], input, select, [role=button], [role=checkbox], summary') && !e.closest('p, .leaflet-control-attribution, td, li p, dd')) { const r = e.getBoundingClientRect(); if ((r.height < 23.5 || r.width < 23.5) && !(e.tagName === 'A' && st.display === 'inline') && !(e.matches('input') && st.opacity === '0') && !e.closest('label')) small.push(`${e.tagName}.${String(e.className.baseVal ?? e.className).slice(0, 40)} «${(e.getAttribute('aria-label') ?? e.textContent).trim().slice(0, 30)}» ${r.width.toFixed(0)}x${r.height.toFixed(0)}`); }
        const r = e.getBoundingClientRect();
      }
      if (document.documentElement.scrollWidth > innerWidth + 1) wide.push(document.documentElement.scrollWidth);
      return { cut: [...new Set(cut)].slice(0, 25), small: [...new Set(small)].slice(0, 12), wide };
    });
    console.log(`== ${s} -> ${page.url().replace(base, '')}`, found.wide.length ? `WIDE ${found.wide}` : '');
    for (const c of found.cut) console.log('   cut', c);
    for (const c of found.small) console.log('   small', c);
  } catch (e) { console.log('FAILED', s, String(e).slice(0, 200)); }
}
}
await browser.close();
