import { expect, type Locator, type Page } from '@playwright/test';

import { password } from './accounts';

/** How many vehicles the demonstration has. */
export const demoVehicles = 60;

/** The product in one tab, by the names that its users see. */
export class Portal {
  readonly page: Page;
  readonly list: Locator;
  readonly rows: Locator;
  readonly count: Locator;
  readonly search: Locator;
  readonly popup: Locator;
  readonly live: Locator;
  readonly map: Locator;

  constructor(page: Page) {
    this.page = page;
    this.list = page.locator('section.vlist'); // an open menu hides its role
    this.rows = this.list.locator('.vrow');
    this.count = this.list.locator('.vlist-count');
    this.search = this.list.getByRole('searchbox');
    this.popup = page.locator('article.popup');
    this.live = page.locator('.topbar .live');
    this.map = page.locator('.leaflet-container');
  }

  /** Signs in, and leaves the user at `path`. Not by the form, which costs a page each time: the journeys of signing in fill it in. */
  async signIn(email: string, path = '/map-view'): Promise<void> {
    const signIn = () => this.page.request.post(`${baseUrl()}/api/auth/sign-in`, { data: { email, password } });
    await expect.poll(async () => (await signIn()).status(), { message: `${email} signs in` }).toBe(200); // 503 in the first moments of a start
    await this.page.goto(`${baseUrl()}${path}`);
  }

  async fillIn(email: string, secret: string): Promise<void> {
    await this.page.getByLabel('Email').fill(email);
    await this.page.getByLabel('Password', { exact: true }).fill(secret);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
  }

  /** Waits for a map with the whole demonstration, live. */
  async seesFleet(): Promise<void> {
    await expect(this.count).toHaveText(String(demoVehicles));
    await expect(this.live).toHaveText('Live');
    await expect(this.map).toBeVisible();
  }

  /** Waits until a message was over the page that holds `text`; messages go away by themselves, and this one may be gone again. */
  async isTold(text: string): Promise<void> {
    await expect.poll(() => this.page.evaluate(() => (window as Told).toldMessages?.join('\n') ?? ''), { message: `it is told: ${text}` }).toContain(text);
  }

  /** Opens the account menu, which is named in the user's language. */
  async openAccount(): Promise<Locator> {
    await this.page.locator('.topbar .avatar').click();
    const menu = this.page.locator('.account[role=dialog]');
    await expect(menu).toBeVisible();
    return menu;
  }

  /** Opens the first vehicle of the list, and returns its name as the list shows it. */
  async openFirst(): Promise<string> {
    await this.rows.first().click();
    await expect(this.popup).toBeVisible();
    return (await this.popup.getAttribute('aria-label')) ?? '';
  }
}

interface Told extends Window {
  toldMessages?: string[];
}

/** Runs in a page before all else, and notes the messages that come over it. */
export function noteMessages(): void {
  const told: string[] = [];
  Object.assign(window, { toldMessages: told });
  const note = (node: Node) => {
    if (!(node instanceof Element)) return;
    const notices = node.matches('.notice') ? [node] : [...node.querySelectorAll('.notice')];
    told.push(...notices.map(({ textContent }) => textContent ?? ''));
  };
  new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach(note))).observe(document, { childList: true, subtree: true });
}

/** Where the product under test is. */
export function baseUrl(): string {
  const url = process.env.E2E_BASE_URL;
  if (!url) throw new Error('E2E_BASE_URL is not set: the product was not started');
  return url;
}
