import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { fillForm, formOf, type FormInput } from './fill-form.ts';
import { settled } from './settled.ts';
import type { Kind } from './kinds.ts';
import type { Scene } from './scene.ts';

type Spec = Readonly<Record<string, unknown>>;

/** The life of an object, from its form to its end. */
export interface ObjectJourney {
  readonly kind: Kind;
  readonly create: FormInput;
  /** What its page is titled, and its link in the list says; undefined: what was typed as the name. */
  readonly title?: string;
  /** What Kubernetes stores of it. */
  readonly created: Spec;
  readonly edit: FormInput;
  readonly edited: Spec;
}

/** Makes an object by the form, sees it in Kubernetes and in the list, changes it, sees that, and deletes it. */
export async function followObject(scene: Scene, journey: ObjectJourney): Promise<void> {
  const { kind, create, created, edit, edited } = journey;
  const { plural, page: list } = kind;
  const { cluster } = scene.stage;
  const title = journey.title ?? nameIn(create);
  const page = await scene.page(list);
  await openNew(page, kind);
  await fillForm(page, create);
  await createIt(page, kind);
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  const { metadata } = await cluster.withSpec(plural, created);
  await page.goto(`${list}?q=${encodeURIComponent(title)}`);
  await page.getByRole('link', { name: title, exact: true }).first().click();
  await editIt(page, kind, edit);
  const { metadata: after } = await cluster.withSpec(plural, edited);
  expect(after.name).toBe(metadata.name);
  // The page of an object that is gone asks for it once more before the list takes its place.
  scene.allow(new RegExp(`status of 404.*/${metadata.name}`));
  await deleteIt(page, title);
  await cluster.without(plural, metadata.name);
}

/** From the list to the form of a new object. */
export async function openNew(page: Page, { noun, page: list }: Kind): Promise<void> {
  await page
    .getByRole('link', { name: `New ${noun}`, exact: true })
    .first()
    .first()
    .click();
  await page.waitForURL((url) => url.pathname.endsWith(`${list}/_new`));
  await formOf(page).waitFor();
}

/** Sends the form of a new object. */
export async function createIt(page: Page, { noun }: Pick<Kind, 'noun'>): Promise<void> {
  await formOf(page)
    .getByRole('button', { name: `Create ${noun}`, exact: true })
    .click();
}

/** Changes the object whose page is open by its form. */
export async function editIt(page: Page, { noun }: Kind, input: FormInput): Promise<void> {
  await page.getByRole('tab', { name: 'Edit', exact: true }).click();
  await fillForm(page, input);
  await formOf(page).getByRole('button', { name: 'Save', exact: true }).click();
  await toast(page, new RegExp(`^${noun} saved$`, 'i'));
}

/** Deletes the object whose page is open, by its dialog; then its list is shown. */
export async function deleteIt(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Nothing else stands on it.').waitFor();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await settled(page);
  await page.getByRole('link', { name: title, exact: true }).first().waitFor({ state: 'detached' });
}

/** What is said at the edge of the page after something was done. */
export async function toast(page: Page, text: string | RegExp): Promise<void> {
  await page.getByRole('alert').getByText(text).first().waitFor();
}

/** The name that is typed into a form. */
function nameIn(input: FormInput): string {
  const name = input['Name'];
  if (typeof name !== 'string') throw new Error('the form names no name');
  return name;
}
