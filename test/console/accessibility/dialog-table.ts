import type { Page } from 'playwright-core';
import { choose } from '../kit/fill-form.ts';

/** Something that opens on top of a page. */
export interface Opening {
  readonly what: string;
  /** The page that it opens on. */
  readonly path: string;
  readonly open: (page: Page) => Promise<void>;
  /** What is there once it is open. */
  readonly role?: 'dialog' | 'menu' | 'listbox' | 'alert';
}

const press =
  (...names: readonly (string | RegExp)[]) =>
  async (page: Page): Promise<void> => {
    for (const name of names) {
      await page
        .getByRole('button', { name, exact: true })
        .or(page.getByRole('menuitem', { name, exact: true }))
        .last()
        .click();
    }
  };

const pressed = (what: string, path: string, ...names: readonly (string | RegExp)[]): Opening => ({
  ...{ what, path },
  open: press(...names),
});

/** Dialogs of objects: what deletes them, and what their buttons open. */
export const OF_OBJECTS: readonly Opening[] = [
  { ...pressed('actions', '/teams/seen-team', 'More actions'), role: 'menu' },
  pressed('delete with what stands on it', '/teams/seen-team', 'More actions', 'Delete'),
  pressed('delete', '/agents/seen-agent', 'More actions', 'Delete'),
  {
    ...{ what: 'copy by hand', path: '/teams/seen-team' },
    open: async (page) => {
      await page.evaluate(() =>
        Object.defineProperty(navigator, 'clipboard', { value: undefined }),
      );
      await press('More actions', 'Copy as curl')(page);
    },
  },
  pressed('block', '/api-keys/seen-key', 'Block'),
  pressed('rotate', '/api-keys/seen-key', 'Rotate'),
  {
    ...{ what: 'the new key', path: '/api-keys/seen-key' },
    open: async (page) => {
      await press('Rotate')(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Rotate', exact: true }).click();
      await page.getByText('Copy the key now').waitFor();
    },
  },
  pressed('raise', '/budgets/seen-budget', 'Raise for a while'),
  pressed('announce', '/models/sim-small', 'Announce its end'),
  pressed('test of a provider', '/providers/seen-provider', 'Test'),
  pressed('start', '/ab-tests/seen-test', 'Start'),
  pressed('hand in', '/prompts/seen-prompt', 'Hand in for review'),
  pressed('send a test', '/subscriptions/seen-subscription', 'Send a test'),
  pressed('rotate a secret', '/subscriptions/seen-subscription', 'Rotate secret'),
];

const mark = async (page: Page, id: string): Promise<void> =>
  await page.getByRole('checkbox', { name: `Mark ${id}`, exact: true }).check();

/** Dialogs and menus of lists. */
export const OF_LISTS: readonly Opening[] = [
  {
    ...{ what: 'bulk delete', path: '/teams' },
    open: async (page) => {
      await mark(page, 'seen-team');
      await press('Delete')(page);
    },
  },
  {
    ...{ what: 'bulk block', path: '/api-keys' },
    open: async (page) => {
      await mark(page, 'seen-key');
      await press('Block')(page);
    },
  },
  {
    ...{ what: 'bulk report', path: '/api-keys?sort=-name' },
    open: async (page) => {
      await mark(page, 'seen-key');
      await press('Unblock')(page);
    },
  },
  pressed('columns', '/teams', 'Choose columns'),
  {
    ...{ what: 'filter', path: '/teams', role: 'listbox' },
    open: async (page) => await page.getByRole('combobox', { name: 'Owner', exact: true }).click(),
  },
  pressed('verify', '/audit-log', 'Verify'),
  pressed('forget answers', '/cache', 'Forget answers'),
  { ...pressed('export', '/audit-log', 'Export'), role: 'menu' },
  pressed('a test event', '/events', 'Send a test event'),
  pressed('new report', '/chargeback', 'New report'),
];

/** What the frame around all pages opens. */
export const OF_THE_FRAME: readonly Opening[] = [
  pressed('time range', '/', /time range/),
  { ...pressed('account', '/', 'Your account'), role: 'menu' },
  {
    ...{ what: 'organizations', path: '/teams', role: 'listbox' },
    open: async (page) =>
      await page.getByRole('combobox', { name: 'Organization', exact: true }).first().click(),
  },
  { what: 'palette', path: '/', open: async (page) => await page.keyboard.press('Control+k') },
  {
    ...{ what: 'palette with what it found', path: '/teams' },
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder(/Sections, objects/).fill('seen');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /Seen team/ })
        .waitFor();
    },
  },
  {
    ...{ what: 'palette without anything', path: '/' },
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder(/Sections, objects/).fill('there is no such thing');
      await page
        .getByRole('dialog')
        .getByText(/Nothing/)
        .waitFor();
    },
  },
  { what: 'keys', path: '/teams', open: async (page) => await page.keyboard.press('?') },
];

/** What asks before something typed is lost. */
export const GUARDS: readonly Opening[] = [
  {
    ...{ what: 'leave without saving', path: '/teams/_new' },
    open: async (page) => {
      await page.locator('#content').getByRole('textbox', { name: 'Name', exact: true }).fill('a');
      await page.getByRole('link', { name: 'Budgets', exact: true }).click();
    },
  },
  {
    ...{ what: 'a choice in a form', path: '/budgets/_new', role: 'listbox' },
    open: async (page) =>
      await page.getByRole('combobox', { name: 'What it limits', exact: true }).click(),
  },
  {
    ...{ what: 'remove a member', path: '/teams/seen-team?tab=members' },
    open: async (page) => {
      const person = page.getByRole('combobox', { name: 'Person' });
      await person.fill('grace');
      await choose(page.getByRole('combobox', { name: 'Role', exact: true }), 'Member');
      await press('Add member')(page);
      await press('Remove grace')(page);
    },
  },
];
