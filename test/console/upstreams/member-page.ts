import type { Page } from 'playwright-core';
import { AdminClient } from '../kit/admin-client.ts';
import type { Scene } from '../kit/scene.ts';

interface Made {
  readonly id: string;
  readonly key: string;
}

/** Makes an organization with an object of its own; the page of that object, as somebody sees it who uses it and writes nothing. */
export async function memberPage(
  scene: Scene,
  {
    word,
    collection,
    body,
  }: { readonly word: string; readonly collection: string; readonly body: object },
): Promise<Page> {
  const { admin, aicp } = scene.stage;
  const make = async (where: string, what: object): Promise<Made> => {
    const made = await admin.json<Made>('POST', `/api/v1/${where}`, what);
    scene.atEnd(() => admin.json('DELETE', `/api/v1/${where}/${made.id}`));
    return made;
  };
  const { id: organization } = await make('organizations', { name: `${word} works`, slug: word });
  const { id } = await make(collection, { ...body, organization_id: organization });
  const { key } = await make('api-keys', {
    ...{ name: `${word} member`, role: 'member', user_id: 'grace' },
    organization_id: organization,
  });
  await AdminClient.signedInOnceTaken(aicp.adminUrl, key);
  const page = await scene.pageOf(key);
  await page.goto(`/${collection}/${id}`);
  await page.getByRole('tab', { name: 'Overview', exact: true }).waitFor();
  return page;
}
