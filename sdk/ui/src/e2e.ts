import { expect, test as base, type Page } from '@playwright/test';

/** The password of the demonstration's accounts. */
const demoPassword = 'Outrider1';

interface Noted extends Window {
  notedMessages?: string[];
}

/** Runs in a page before all else, and notes the messages that come over it: they go away by themselves. */
function noteMessages(): void {
  const noted: string[] = [];
  Object.assign(window, { notedMessages: noted });
  const note = (node: Node) => {
    if (!(node instanceof Element)) return;
    const messages = node.matches('.notice') ? [node] : [...node.querySelectorAll('.notice')];
    noted.push(...messages.map(({ textContent }) => textContent ?? ''));
  };
  new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach(note))).observe(document, { childList: true, subtree: true });
}

/** The portal in one tab, by the names that its users see. */
export class Portal {
  readonly page: Page;
  readonly address: string;

  /** `address` is where the portal is, without a slash at its end. */
  constructor(page: Page, address: string) {
    this.page = page;
    this.address = address;
  }

  /** Has messages noted, and the tour closed that comes by itself to who signs in for the first time. Before the first page. */
  async prepare(): Promise<void> {
    await this.page.addInitScript(noteMessages);
    const tour = this.page.locator('.tour');
    await this.page.addLocatorHandler(tour, () => tour.locator('button').first().dispatchEvent('click')); // a dialog over it hides it from roles and pointer
  }

  /** Signs in, and leaves the user at `path`. Not by the form, which costs a page each time. */
  async signIn(email: string, path = '/', password = demoPassword): Promise<void> {
    const signIn = () => this.page.request.post(`${this.address}/api/auth/sign-in`, { data: { email, password } });
    await expect.poll(async () => (await signIn()).status(), { message: `${email} signs in` }).toBe(200); // 503 in the first moments of a start
    await this.page.goto(`${this.address}${path}`);
  }

  /** Follows a link of the drawer, in an English portal. */
  async open(name: string): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
  }

  /** Waits until a message was over the page that holds `text`. */
  async isTold(text: string): Promise<void> {
    await expect.poll(() => this.page.evaluate(() => (window as Noted).notedMessages?.join('\n') ?? ''), { message: `it is told: ${text}` }).toContain(text);
  }
}

/** Playwright's `test` with a `portal` at the `baseURL` of the configuration. */
export const test = base.extend<{ portal: Portal }>({
  portal: async ({ page, baseURL }, provide) => {
    const portal = new Portal(page, (baseURL ?? '').replace(/\/$/, ''));
    await portal.prepare();
    await provide(portal);
  },
});

export { expect };
