import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** More stops than a page has between two of its controls. */
const MOST_STOPS = 150;

/** Presses Tab until a control has the focus, and one sees that it has. */
export const tabTo = async (page: Page, control: Locator, key = 'Tab'): Promise<void> =>
  await walkTo(page, control, key);

/** Presses a key until a control has the focus, and one sees that it has. */
export async function walkTo(page: Page, control: Locator, key: string): Promise<void> {
  await control.waitFor({ state: 'attached' });
  for (let presses = 0; presses < MOST_STOPS; presses += 1) {
    const isSeen = await control.and(page.locator(':focus')).evaluateAll(showsFocus);
    if (isSeen !== undefined) {
      expect(isSeen, `the focus of ${String(control)} is seen`).toBe(true);
      return;
    }
    await page.keyboard.press(key);
  }
  throw new Error(`${String(control)} is not reached by ${key}`);
}

/** Goes to a control, and presses Enter on it. */
export async function enter(page: Page, control: Locator, key = 'Tab'): Promise<void> {
  await tabTo(page, control, key);
  await page.keyboard.press('Enter');
}

/** Goes to a field, and types into it. */
export async function typeInto(page: Page, control: Locator, text: string): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.type(text);
}

/** Goes to a field that offers choices, and takes one of them by the arrows. */
export async function pick(page: Page, field: Locator, option: string | RegExp): Promise<void> {
  await tabTo(page, field);
  await afterTimers(page);
  await page.keyboard.press('ArrowDown');
  const wanted = page.getByRole('option', { name: option, exact: true }).first();
  await wanted.waitFor();
  await afterTimers(page);
  for (let presses = 0; presses < MOST_STOPS; presses += 1) {
    if ((await wanted.getAttribute('data-combobox-selected')) === 'true') break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await wanted.waitFor({ state: 'hidden' });
}

/**
 * Waits until the page has run what it put off to its next turn. A list of choices that opened looks for its marked option in such a turn,
 * and forgets what an arrow marked before it: no person is that quick.
 */
const afterTimers = async (page: Page): Promise<void> => {
  await page.evaluate(
    async () =>
      await new Promise<void>((resolve) => {
        requestAnimationFrame(() => setTimeout(resolve, 0));
      }),
  );
};

/** Waits until a control has the focus. */
export async function focusOn(page: Page, control: Locator): Promise<void> {
  await control.and(page.locator(':focus')).waitFor({ state: 'attached' });
}

/** Opens a tab of an object: tabs are one stop of Tab, and are walked by arrows. */
export async function openTab(page: Page, name: string): Promise<void> {
  await tabTo(page, page.getByRole('tab', { selected: true }).first());
  await walkTo(page, page.getByRole('tab', { name, exact: true }), 'ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByRole('tabpanel', { name, exact: true }).waitFor();
}

/** Runs in the page: a ring around it, or what is drawn for it; where one types there is a caret. Undefined where the focus is elsewhere. */
function showsFocus([element]: readonly Element[]): boolean | undefined {
  // What opens may be passing the focus on since the element was found.
  if (!element?.matches(':focus')) return undefined;
  if (element.matches('textarea, [contenteditable="true"]')) return true;
  if (element instanceof HTMLInputElement && !['checkbox', 'radio'].includes(element.type)) {
    return true;
  }
  if (!element.matches(':focus-visible')) return false;
  const drawn = [element, element.nextElementSibling, element.parentElement];
  return drawn.some((one) => {
    if (!one) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
  });
}
