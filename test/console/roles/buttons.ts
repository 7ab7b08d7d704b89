import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { AdminClient } from '../kit/admin-client.ts';
import { settled } from '../kit/settled.ts';
import type { Shown } from './role-table.ts';
import type { Made, Person, Tenants } from './tenants.ts';

/** What the platform shares with organizations: they see it, and the platform alone writes it. */
const SHARED = [
  { collection: 'models', page: '/models', id: 'sim-small', body: {} },
  { collection: 'providers', page: '/providers', id: 'simulated', body: {} },
] as const satisfies readonly Made[];

/** Whether the API lets somebody do something, by what it says to a trial. */
const allows = async (client: AdminClient, ...asked: readonly [string, string, unknown?]) => {
  const [method, path, body] = asked;
  const status = await client.status(method, `/api/v1/${path}?dry_run=true`, body);
  expect(status, `${method} ${path}`).not.toBe(404);
  return status !== 401 && status !== 403;
};

/** A button for each thing that somebody may write, and none for what the API would refuse. */
export async function offersWhatItMay(
  page: Page,
  shown: Shown,
  { tenants, person }: { readonly tenants: Tenants; readonly person: Person },
): Promise<void> {
  const faults: string[] = [];
  // A member sees no key but its own.
  const isMember = shown.role === 'member';
  const ours = tenants.ours.objects.map((object) =>
    isMember && object.collection === 'api-keys' ? { ...object, id: person.id } : object,
  );
  const own = { collection: 'organizations', page: '/organizations', id: tenants.ours.word };
  for (const object of [...ours, { ...own, body: {} }, ...SHARED]) {
    if (!shown.open.includes(object.page)) continue;
    faults.push(...(await faultsOf(page, object, person.client)));
  }
  faults.push(...(await faultsOfFacts(page, shown, person.client)));
  expect(faults, 'what is offered and what is allowed').toEqual([]);
}

/** Where the page of an object offers something else than the API allows. */
async function faultsOf(page: Page, object: Made, client: AdminClient): Promise<readonly string[]> {
  const { collection, page: list, id } = object;
  const path = `${collection}/${encodeURIComponent(id)}`;
  await page.goto(`${list}/${encodeURIComponent(id)}`);
  await settled(page);
  const isChanged = (await page.getByRole('tab', { name: 'Edit', exact: true }).count()) > 0;
  const isYamlSaved = await offersToSaveYaml(page);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Copy link' }).waitFor();
  const isDeleted = (await page.getByRole('menuitem', { name: 'Delete' }).count()) > 0;
  await page.keyboard.press('Escape');
  const mayChange = await allows(client, 'PATCH', path, {});
  return [
    ...differing(`${list}/${id}: Edit`, isChanged, mayChange),
    ...differing(`${list}/${id}: YAML`, isYamlSaved, mayChange),
    ...differing(`${list}/${id}: Delete`, isDeleted, await allows(client, 'DELETE', path)),
  ];
}

/** Where a list that is open offers to make an object though it may not be made, or does not though it may. */
export async function faultsOfNew(
  page: Page,
  { page: list, collection, body }: Made,
  client: AdminClient,
): Promise<readonly string[]> {
  const isOffered = (await page.getByRole('link', { name: /^New / }).count()) > 0;
  return differing(`${list}: New`, isOffered, await allows(client, 'POST', collection, body));
}

async function offersToSaveYaml(page: Page): Promise<boolean> {
  await page.getByRole('tab', { name: 'YAML', exact: true }).click();
  await page.locator('.cm-content').first().waitFor();
  return (await page.locator('.cm-content[aria-readonly="false"]').count()) > 0;
}

/** The same of what is no object: reports and requests for access. */
async function faultsOfFacts(
  page: Page,
  shown: Shown,
  client: AdminClient,
): Promise<readonly string[]> {
  const facts = [
    {
      ...({ list: '/chargeback', role: 'button', name: 'New report' } as const),
      ...{ path: 'chargeback/reports/generate', body: { period: '2026-02' } },
    },
    {
      ...({ list: '/access-requests', role: 'link', name: 'Ask for access' } as const),
      ...{ path: 'model-access/requests', body: {} },
    },
  ] as const;
  const faults: string[] = [];
  for (const { list, role, name, path, body } of facts) {
    if (!shown.open.includes(list)) continue;
    await page.goto(list);
    await settled(page);
    const isOffered = (await page.getByRole(role, { name, exact: true }).count()) > 0;
    faults.push(
      ...differing(`${list}: ${name}`, isOffered, await allows(client, 'POST', path, body)),
    );
  }
  return faults;
}

const differing = (what: string, isOffered: boolean, isAllowed: boolean): readonly string[] =>
  isOffered === isAllowed
    ? []
    : [`${what} is ${isOffered ? 'offered' : 'missing'}, and ${isAllowed ? 'allowed' : 'refused'}`];
