import { chromium } from '@playwright/test';
const [,, base, out, ...paths] = process.argv;
const theme = process.env.THEME ?? 'light', width = Number(process.env.WIDTH ?? 1440), height = Number(process.env.HEIGHT ?? 900), lang = process.env.LANGUAGE;
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] });
const page = await (await browser.newContext({ viewport: { width, height }, colorScheme: theme })).newPage();
page.on('console', m => m.type() === 'error' && console.log('console:', m.text().slice(0, 200)));
page.on('pageerror', e => console.log('pageerror:', String(e).slice(0, 200)));
await page.goto(base + '/sign-in');
await page.getByLabel('Email').fill(process.env.WHO ?? 'admin@demo.test');
await page.getByLabel('Password', { exact: true }).fill('Outrider1');
await page.getByRole('button', { name: 'Sign in' }).click();
await page.waitForURL(u => !u.pathname.includes('sign-in'), { timeout: 60000 });
for (const p of paths) {
  await page.goto(base + p); await page.waitForTimeout(Number(process.env.WAIT ?? 6000));
  const name = `${out}/${p.replace(/[^a-z0-9]+/gi, '-')}-${theme}-${width}.png`;
  await page.screenshot({ path: name, fullPage: !!process.env.FULL }); console.log(name);
}
await browser.close();
