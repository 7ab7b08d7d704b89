import { asText, sameJson, timestamp, type Json, type JsonObject } from '../objects/object.ts';
import { formatFields, isEmptySet, parseFields, type FieldSet } from './field-set.ts';

/** What one manager owns: who, how, since when, and which fields. */
export interface ManagerEntry {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  readonly subresource: string;
  readonly time: string;
  readonly fields: FieldSet;
}

/** Managers by their identity. Never changed in place. */
export type Managers = ReadonlyMap<string, ManagerEntry>;

/** An applier is one and the same whatever version it applies; an updater is another one per version. */
export function identityOf(entry: Omit<ManagerEntry, 'fields' | 'time'>): string {
  const { manager, operation, subresource } = entry;
  const version = operation === 'Apply' ? '' : entry.apiVersion;
  return JSON.stringify([manager, operation, version, subresource]);
}

const wholeSeconds = (time: string): string => (time ? timestamp(Date.parse(time)) : '');

/** Reads `metadata.managedFields`; undefined where an entry cannot be read. */
export function parseManagers(entries: readonly JsonObject[] | undefined): Managers | undefined {
  const managers = new Map<string, ManagerEntry>();
  for (const raw of entries ?? []) {
    const operation = raw['operation'];
    const apiVersion = asText(raw['apiVersion']);
    if ((operation !== 'Apply' && operation !== 'Update') || apiVersion === '') return undefined;
    if (raw['fieldsType'] !== 'FieldsV1') return undefined;
    const entry: ManagerEntry = {
      manager: asText(raw['manager']),
      operation,
      apiVersion,
      subresource: asText(raw['subresource']),
      time: wholeSeconds(asText(raw['time'])),
      fields: parseFields(raw['fieldsV1']),
    };
    managers.set(identityOf(entry), entry);
  }
  return managers;
}

/** Writes `metadata.managedFields`, in the order of the API server. */
export function formatManagers(managers: Managers): JsonObject[] {
  return [...managers.values()].sort(byAge).map((entry) => ({
    manager: entry.manager,
    operation: entry.operation,
    apiVersion: entry.apiVersion,
    ...(entry.time ? { time: entry.time } : {}),
    fieldsType: 'FieldsV1',
    fieldsV1: formatFields(entry.fields),
    ...(entry.subresource ? { subresource: entry.subresource } : {}),
  }));
}

function byAge(a: ManagerEntry, b: ManagerEntry): number {
  const keys = ['operation', 'time', 'manager', 'apiVersion', 'subresource'] as const;
  for (const key of keys) if (a[key] !== b[key]) return a[key] < b[key] ? -1 : 1;
  return 0;
}

/** Replaces the fields of each entry; who owns nothing any more is left out. */
export function mapFields(
  managers: Managers,
  change: (entry: ManagerEntry, identity: string) => FieldSet,
): Map<string, ManagerEntry> {
  const out = new Map<string, ManagerEntry>();
  for (const [identity, entry] of managers) {
    const fields = change(entry, identity);
    if (!isEmptySet(fields)) out.set(identity, { ...entry, fields });
  }
  return out;
}

/** Whether a request asks to forget all ownership: an empty list, or a list of one empty entry. */
export function isReset(entries: Json | undefined): boolean {
  if (!Array.isArray(entries)) return false;
  return entries.length === 0 || (entries.length === 1 && sameJson(entries[0], {}));
}

/** Whether two lists of entries say the same, times apart. */
export function sameOwnership(a: Managers, b: Managers): boolean {
  const text = (managers: Managers): string =>
    JSON.stringify(formatManagers(new Map([...managers].map(([k, e]) => [k, { ...e, time: '' }]))));
  return text(a) === text(b);
}
