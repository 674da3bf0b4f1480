import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { still } from './still';

const serious = new Set<string | null | undefined>(['serious', 'critical']);

/** What axe finds wrong on a page that stands still, or below `selector` of it, a line for each element. */
export function problems(page: Page, selector?: string): Promise<string[]> {
  return found(page, selector, () => true);
}

/** The same of what keeps people from using the page. */
export function seriousProblems(page: Page): Promise<string[]> {
  return found(page, undefined, (impact) => serious.has(impact));
}

async function found(page: Page, selector: string | undefined, counts: (impact: string | null | undefined) => boolean): Promise<string[]> {
  await still(page);
  const builder = new AxeBuilder({ page });
  const { violations } = await (selector === undefined ? builder : builder.include(selector)).analyze();
  return violations
    .filter(({ impact }) => counts(impact))
    .flatMap(({ id, help, nodes }) => nodes.map(({ target, html, failureSummary }) => `${id}: ${help}: ${target.join(' ')}: ${html.slice(0, 160)}: ${failureSummary ?? ''}`));
}
