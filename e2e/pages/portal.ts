import { Portal as AnyPortal } from '@outrider/sdk/e2e';
import { expect, type Locator, type Page } from '@playwright/test';

/** How many vehicles the demonstration has. */
export const demoVehicles = 60;

/** The product in one tab, by the names that its users see. */
export class Portal extends AnyPortal {
  readonly list: Locator;
  readonly rows: Locator;
  readonly count: Locator;
  readonly search: Locator;
  readonly popup: Locator;
  readonly live: Locator;
  readonly map: Locator;

  constructor(page: Page) {
    super(page, baseUrl());
    this.list = page.locator('section.vlist'); // an open menu hides its role
    this.rows = this.list.locator('.vrow');
    this.count = this.list.locator('.vlist-count');
    this.search = this.list.getByRole('searchbox');
    this.popup = page.locator('article.popup');
    this.live = page.locator('.topbar .live');
    this.map = page.locator('.leaflet-container');
  }

  /** Signs in, and leaves the user at `path`. */
  override signIn(email: string, path = '/map-view', password?: string): Promise<void> {
    return super.signIn(email, path, password);
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

/** Where the product under test is. */
export function baseUrl(): string {
  const url = process.env.E2E_BASE_URL;
  if (!url) throw new Error('E2E_BASE_URL is not set: the product was not started');
  return url;
}
