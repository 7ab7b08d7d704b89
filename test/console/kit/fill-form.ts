import type { Locator, Page } from 'playwright-core';

/** How a field is filled: typed, chosen from what is offered, several texts, switched, or a row more of several. */
export type FieldInput =
  | string
  | number
  | boolean
  | readonly string[]
  | { readonly choose: string | RegExp }
  | { readonly add: FormInput };

/** Fields of a form by what stands beside them. */
export interface FormInput {
  readonly [title: string]: FieldInput;
}

/** The form of the page that is open. */
export const formOf = (page: Page): Locator => page.locator('#content form').first();

/** Fills fields of the form that is open. */
export async function fillForm(page: Page, input: FormInput): Promise<void> {
  for (const [title, value] of Object.entries(input)) {
    await fillField(formOf(page), title, value);
  }
}

/** Fills one field. */
export async function fillField(form: Locator, title: string, value: FieldInput): Promise<void> {
  const control = (role: 'combobox' | 'textbox') =>
    form.getByRole(role, { name: title, exact: true });
  if (typeof value === 'boolean') {
    await flip(form.getByRole('switch', { name: new RegExp(`^${title}`) }), value);
  } else if (typeof value === 'string' || typeof value === 'number') {
    await textField(form, title).fill(String(value));
    // What is offered beside it would cover the field below.
    await textField(form, title).press('Tab');
  } else if ('choose' in value) {
    await choose(control('combobox').first(), value.choose);
  } else if ('add' in value) {
    await addRow(form, title, value.add);
  } else {
    for (const text of value) {
      await control('combobox').first().fill(text);
      await control('combobox').first().press('Enter');
    }
  }
}

/** Adds a row to several, and fills it. */
async function addRow(form: Locator, title: string, input: FormInput): Promise<void> {
  const rows = form.getByRole('group', { name: new RegExp(`^${title}: \\d+$`) });
  const count = await rows.count();
  await form.getByRole('button', { name: `Add to ${title.toLowerCase()}`, exact: true }).click();
  for (const [field, value] of Object.entries(input)) {
    await fillField(rows.nth(count), field, value);
  }
}

/** Opens what a field offers, and takes one of it. */
export async function choose(field: Locator, name: string | RegExp): Promise<void> {
  const option = field.page().getByRole('option', { name, exact: true }).first();
  await field.click();
  // A click on what is open and still reads its choices would close it.
  if (!(await isShown(option)) && !(await isOpen(field))) await field.click();
  await option.click();
}

const isOpen = async (field: Locator): Promise<boolean> =>
  (await field.getAttribute('aria-expanded')) === 'true';

const isShown = async (option: Locator): Promise<boolean> =>
  await option.waitFor({ timeout: 3000 }).then(
    () => true,
    () => false,
  );

const UNNAMED = ['password', 'date', 'datetime-local']
  .map((type) => `input[type="${type}"]`)
  .join(', ');

/** A field to type into. Passwords, days and moments have no role of their own; references are comboboxes that take typed text. */
export const textField = (form: Locator, title: string): Locator =>
  form
    .getByRole('textbox', { name: title, exact: true })
    .or(form.getByRole('combobox', { name: title, exact: true }))
    .or(form.locator(UNNAMED).and(form.getByLabel(title)))
    .first();

/** The switch itself has no size: it is drawn. */
async function flip(control: Locator, value: boolean): Promise<void> {
  if ((await control.isChecked()) !== value) await control.press('Space');
}
