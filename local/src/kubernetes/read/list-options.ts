import type { KubeObject } from '../objects/object.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { parseFieldSelector } from './field-selector.ts';
import { parseLabelSelector } from './label-selector.ts';
import { badRequest } from '../objects/status.ts';

/** Which objects of a collection are meant. */
export interface Selection {
  readonly matches: (object: KubeObject) => boolean;
  /** False: everything matches. */
  readonly selective: boolean;
}

/** Reads the selectors of a query. Throws a 400 on one that cannot be read. */
export function parseSelection(query: URLSearchParams, type: ResourceType): Selection {
  const labels = query.get('labelSelector') ?? '';
  const fields = query.get('fieldSelector') ?? '';
  if (labels === '' && fields === '') return { matches: () => true, selective: false };
  const byLabels = parseLabelSelector(labels);
  const byFields = parseFieldSelector(fields, type);
  const matches = (object: KubeObject): boolean =>
    byLabels(object.metadata.labels ?? {}) && byFields(object);
  return { matches, selective: true };
}

const isWhole = (text: string): boolean => /^\d*$/.test(text);

/** A whole number of a query; 0 where there is none. Throws a 400 on anything else. */
export function parseWhole(text: string | null): number {
  if (isWhole(text ?? '')) return Number(text);
  throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
}

/** `resourceVersion` of a query; 0 where any will do. */
export function parseRevision(query: URLSearchParams): number {
  const text = query.get('resourceVersion') ?? '';
  if (isWhole(text)) return Number(text);
  const quoted = JSON.stringify(text);
  throw badRequest(
    `invalid resource version: resourceVersion: Invalid value: ${quoted}: strconv.ParseUint: parsing ${quoted}: invalid syntax`,
  );
}

/** Whether a flag of a query is on. */
export const flagOf = (query: URLSearchParams, name: string): boolean =>
  !['false', '0', null].includes(query.get(name));
