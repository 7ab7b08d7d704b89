import type { StoredObject } from '@aicp/admin/resources/stored-object';
import { kinds } from '@aicp/crds/kinds';
import { resourceTypeOf } from '@aicp/operator/control/resource-type';
import type { AdminClient } from './clients.ts';
import type { AdminInstallation } from './admin-installation.ts';

/** JSON Schema, as far as probes are made from it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly readOnly?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

interface Operation {
  readonly parameters?: readonly { in: string; name: string; schema: Schema }[];
  readonly responses?: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, unknown>> }>
  >;
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { schema: Schema; example?: Body }>>;
  };
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export type Body = Readonly<Record<string, unknown>>;
export type Path = readonly string[];

/** A request in which a name is still to be filled in. */
export interface Probe {
  readonly method: string;
  /** The path of the route, and where the name goes. */
  readonly label: string;
  readonly request: (name: string) => { path: string; body: Body | undefined };
}

/** A route as the document declares it. */
export interface DeclaredRoute {
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly example: Body | undefined;
  /** Where texts stand in its body. */
  readonly texts: readonly Path[];
}

const MAX_DEPTH = 4;

export function routesOf(document: Document): DeclaredRoute[] {
  const at = (schema: Schema): Schema =>
    schema.$ref === undefined
      ? schema
      : (document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(hasAnEnd)
      .map(([method, { parameters = [], requestBody }]) => {
        const content = requestBody?.content['application/json'];
        const query = parameters.filter((one) => one.in === 'query' && isText(one.schema));
        return {
          method,
          path,
          query: query.map(({ name }) => name),
          example: content && (content.example ?? {}),
          texts: content ? textsIn(at(content.schema), at) : [],
        };
      }),
  );
}

/** A stream does not end by itself: what it tells is what the route beside it tells, and has tests of its own. */
const hasAnEnd = ([, { responses = {} }]: readonly [string, Operation]): boolean =>
  responses['200']?.content?.['text/event-stream'] === undefined;

/** Where free texts stand in a schema: `['config', 'fallbacks', '0']`. */
function textsIn(schema: Schema, at: (schema: Schema) => Schema, path: Path = []): Path[] {
  if (path.length > MAX_DEPTH || schema.readOnly === true) return [];
  if (isText(schema)) return [path];
  const { properties = {}, items } = schema;
  const children = Object.entries(properties).concat(items ? [['0', items]] : []);
  return children.flatMap(([key, child]) => textsIn(at(child), at, [...path, key]));
}

const isText = ({ type, enum: values }: Schema): boolean =>
  values === undefined && [type].flat().includes('string');

/** A value with another one at a path. */
export function withAt(root: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  if (key === '0') return [withAt(Array.isArray(root) ? root[0] : undefined, rest, value)];
  const fields = typeof root === 'object' && root !== null ? (root as Body) : {};
  return { ...fields, [key]: withAt(fields[key], rest, value) };
}

/** Every request of a route that names something once: in its path, its query or its body. `own` is a name of the caller's own objects. */
export function probesOf(route: DeclaredRoute, own: string): Probe[] {
  return [...pathProbes(route, own), ...queryProbes(route, own), ...bodyProbes(route, own)];
}

const filled = (path: string, name: string): string => path.replaceAll(/\{[^}]+\}/g, name);

/** These write for good: what they name is another's, so nothing may come of it. */
function pathProbes({ method, path, example }: DeclaredRoute, own: string): Probe[] {
  const parameters = path.match(/\{[^}]+\}/g) ?? [];
  const last = parameters.at(-1);
  if (last === undefined) return [];
  const places = [path, ...(parameters.length > 1 ? [withOwn(path, own)] : [])];
  return places.map((place) => ({
    method,
    label: place,
    request: (name) => ({ path: filled(place, name), body: example }),
  }));
}

/** A path all of whose parameters but the last name the caller's own. */
const withOwn = (path: string, own: string): string => path.replace(/\{[^}]+\}/, own);

function queryProbes({ method, path, query, example }: DeclaredRoute, own: string): Probe[] {
  if (method !== 'get') return [];
  return query.map((field) => ({
    method,
    label: `${path}?${field}=`,
    request: (name) => ({
      path: `${filled(path, own)}?${field}=${encodeURIComponent(name)}`,
      body: example,
    }),
  }));
}

/** In a body that may be stored: of the caller's own organization, and with an id that is made from its name unless a slug is probed. */
function bodyProbes({ method, path, texts, example = {} }: DeclaredRoute, own: string): Probe[] {
  const { organization_id: _, slug: _slug, ...rest } = example;
  const base = method === 'post' ? rest : {};
  return texts.map((text) => ({
    method,
    label: `${path} ${text.join('.')}`,
    request: (name) => ({
      path: `${filled(path, own)}?dry_run=true`,
      body: withAt(base, text, name) as Body,
    }),
  }));
}

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
 * One object of every kind for each of some organizations, all of one name, and with that name in every text of theirs that takes it: one name
 * then names something of each kind, and wherever it shows, something showed.
 */
export async function populate(
  root: AdminClient,
  routes: readonly DeclaredRoute[],
  names: readonly string[],
): Promise<void> {
  // A business unit has to be there before what names it by its slug.
  const isNested = ({ path }: DeclaredRoute) => (path.includes('{') ? 0 : 1);
  const ordered = creationsIn(routes).toSorted((one, other) => isNested(one) - isNested(other));
  const taken = new Map<string, readonly Path[]>();
  for (const name of names) {
    await root.post('/api/v1/organizations', { name, slug: name, description: `All of ${name}` });
    for (const route of ordered) {
      if (route.path === '/api/v1/organizations') continue;
      const path = route.path.replace('{id}', name);
      const texts = taken.get(route.path) ?? (await takenTexts(root, route, { path, name }));
      taken.set(route.path, texts);
      const body = filledBody(route, texts, name);
      const { status, body: answer } = await root.post(path, body);
      // A second path of the same collection.
      if (status === 409) continue;
      if (status !== 201) throw new Error(`${path}: ${JSON.stringify([answer, body])}`);
    }
  }
}

/** The texts of a route in which the API takes a name, all of them together. */
async function takenTexts(
  root: AdminClient,
  route: DeclaredRoute,
  { path, name }: { path: string; name: string },
): Promise<readonly Path[]> {
  let taken: readonly Path[] = [];
  for (const text of route.texts) {
    const more = [...taken, text];
    const { status } = await root.post(`${path}?dry_run=true`, filledBody(route, more, name));
    if (status === 201) taken = more;
  }
  return taken;
}

/** The route's example with the name in some of its texts. */
const filledBody = ({ example = {} }: DeclaredRoute, texts: readonly Path[], name: string): Body =>
  texts.reduce<Body>((body, text) => withAt(body, text, name) as Body, example);

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
