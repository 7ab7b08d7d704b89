import type { StoredObject } from '@aicp/admin/resources/stored-object';
import { kinds } from '@aicp/crds/kinds';
import { resourceTypeOf } from '@aicp/operator/control/resource-type';
import type { AdminClient } from './admin-client.ts';
import type { AdminInstallation } from './admin-installation.ts';
import { withAt, type Body, type DeclaredRoute } from './cross-tenant-probes.ts';

/** Routes whose POST makes an object of a kind: those that have a DELETE of one below them. */
export const creationsIn = (routes: readonly DeclaredRoute[]): DeclaredRoute[] =>
  routes.filter(
    ({ method, path }) =>
      method === 'post' &&
      routes.some(
        (one) => one.method === 'delete' && one.path.replace(/\/\{[^}]+\}$/, '') === path,
      ) &&
      path.startsWith('/api/v1/') &&
      !path.endsWith('/members'),
  );

/**
 * One object of every kind for an organization, all of one name, and with that name in every text of theirs that takes it: one name
 * then names something of each kind, and wherever it shows, something showed.
 */
export async function populate(
  root: AdminClient,
  routes: readonly DeclaredRoute[],
  name: string,
): Promise<string[]> {
  await root.post('/api/v1/organizations', { name, slug: name, description: `All of ${name}` });
  const made: string[] = [];
  // A business unit has to be there before what names it by its slug.
  const isNested = ({ path }: DeclaredRoute) => (path.includes('{') ? 0 : 1);
  const ordered = creationsIn(routes).toSorted((one, other) => isNested(one) - isNested(other));
  for (const route of ordered) {
    if (route.path === '/api/v1/organizations') continue;
    const path = route.path.replace('{id}', name);
    const body = await fullBody(root, route, { path, name });
    const { status, body: answer } = await root.post(path, body);
    // A second path of the same collection.
    if (status === 409) continue;
    if (status !== 201) throw new Error(`${path}: ${JSON.stringify([answer, body])}`);
    made.push(route.path);
  }
  return made;
}

/** The route's example with the name in every text in which the API takes it. */
async function fullBody(
  root: AdminClient,
  { texts, example = {} }: DeclaredRoute,
  { path, name }: { path: string; name: string },
): Promise<Body> {
  let body: Body = example;
  for (const text of texts) {
    const richer = withAt(body, text, name) as Body;
    const { status } = await root.post(`${path}?dry_run=true`, richer);
    if (status === 201) body = richer;
  }
  return body;
}

/** All that the Kubernetes API holds in which a name stands, as text, to compare. */
export async function storedOf(
  aicp: AdminInstallation,
  name: string,
): Promise<Record<string, string>> {
  const stored: Record<string, string> = {};
  for (const kind of kinds) {
    const { items } = await aicp.api.list(resourceTypeOf(kind), { namespace: aicp.namespace });
    for (const object of items as StoredObject[]) {
      const { metadata, spec } = object;
      const text = JSON.stringify([metadata.uid, spec]);
      if (text.includes(name)) stored[`${kind.kind} ${metadata.name}`] = text;
    }
  }
  return stored;
}
