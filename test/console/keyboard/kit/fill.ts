import type { Locator, Page } from 'playwright-core';
import { formOf, textField, type FieldInput, type FormInput } from '../../kit/fill-form.ts';
import type { Kind } from '../../kit/kinds.ts';
import { settled } from '../../kit/settled.ts';
import { enter, pick, tabTo, typeInto } from './keys.ts';

/** From the list of a kind to a new object of it, by its form. */
export async function makeByKeys(page: Page, kind: Kind, input: FormInput): Promise<void> {
  await enter(page, page.getByRole('link', { name: `New ${kind.noun}`, exact: true }).first());
  await page.waitForURL((url) => url.pathname.endsWith(`${kind.page}/_new`));
  await formOf(page).waitFor();
  await fillByKeys(page, formOf(page), input);
  const create = formOf(page).getByRole('button', { name: `Create ${kind.noun}`, exact: true });
  await enter(page, create);
  await create.waitFor({ state: 'detached' });
  await settled(page);
}

/** Fills fields of a form in their order. */
export async function fillByKeys(page: Page, form: Locator, input: FormInput): Promise<void> {
  for (const [title, value] of Object.entries(input)) await fill(page, form, title, value);
}

async function fill(page: Page, form: Locator, title: string, value: FieldInput): Promise<void> {
  const combobox = form.getByRole('combobox', { name: title, exact: true }).first();
  if (typeof value === 'boolean') {
    const control = form.getByRole('switch', { name: new RegExp(`^${title}`) });
    await tabTo(page, control);
    if ((await control.isChecked()) !== value) await page.keyboard.press('Space');
  } else if (typeof value === 'string' || typeof value === 'number') {
    await typeInto(page, textField(form, title), String(value));
  } else if ('choose' in value) {
    await pick(page, combobox, value.choose);
  } else if ('add' in value) {
    const rows = form.getByRole('group', { name: new RegExp(`^${title}: \\d+$`) });
    const row = rows.nth(await rows.count());
    const name = `Add to ${title.toLowerCase()}`;
    await enter(page, form.getByRole('button', { name, exact: true }));
    await fillByKeys(page, row, value.add);
  } else {
    for (const text of value) {
      await typeInto(page, combobox, text);
      await page.keyboard.press('Enter');
    }
  }
}
