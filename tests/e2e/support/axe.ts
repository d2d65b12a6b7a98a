import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Zero violations, no prohibited attribute left undecided, and nothing to scroll sideways. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  const results = await new AxeBuilder({ page })
    .withTags(TAGS)
    .options({ rules: { 'target-size': { enabled: true } } })
    .analyze();
  const found = results.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
  const undecided = results.incomplete.filter(({ id }) => id === 'aria-prohibited-attr').map(({ id }) => id);
  expect([...found, ...undecided], where).toEqual([]);
  expect(await overflowOf(page), `${where} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** By how many pixels the page is wider than its window. */
export async function overflowOf(page: Page): Promise<number> {
  return await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
