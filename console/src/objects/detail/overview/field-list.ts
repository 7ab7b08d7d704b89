import { RESOURCES } from '../../../resources/resource-table.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import type { FieldGroup } from '../../kit/object-definition.ts';
import type { FieldSchema } from '../../schema/form-schemas.ts';
import { isSecret, titleOf } from '../../schema/schema-facts.ts';
import { isPlain } from '../merge/tree.ts';
import { choiceText } from '../../../ui/text/choice-text.ts';
import { titled } from './titled.ts';

/** How a field's value is shown. */
export type Shown =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'lines'; readonly text: string }
  | { readonly kind: 'number'; readonly value: number; readonly unit: string | undefined }
  | { readonly kind: 'money'; readonly value: number }
  | { readonly kind: 'moment'; readonly at: string }
  | { readonly kind: 'links'; readonly collection: string; readonly ids: readonly string[] }
  | { readonly kind: 'texts'; readonly texts: readonly string[] }
  | { readonly kind: 'pairs'; readonly pairs: readonly (readonly [string, string])[] }
  | { readonly kind: 'structure'; readonly value: unknown };

export interface ShownField {
  readonly field: string;
  readonly title: string;
  readonly shown: Shown;
}

export interface ShownGroup {
  readonly title: string;
  readonly fields: readonly ShownField[];
}

/** What the page tells elsewhere: in its head, or on tabs of their own. */
const ELSEWHERE = new Set([
  ...['id', 'uid', 'name', 'created_at', 'updated_at', 'ready', 'conditions'],
  ...['managed_by', 'read_only'],
]);

const NO_SCHEMA: FieldSchema = {};

/** An object's fields to read, by the groups of its form and in the words of its schema. Then come those that no group names, as far as they are set, and what the server notes of every object. */
export function fieldList(
  object: ApiObject,
  groups: readonly FieldGroup[],
  schema: FieldSchema = NO_SCHEMA,
  toldAbove: readonly string[] = [],
): readonly ShownGroup[] {
  const isAsked = (field: string): boolean => isShown(schema.properties?.[field]);
  const named = new Set(groups.flatMap(({ fields }) => fields));
  const isElsewhere = (field: string): boolean => ELSEWHERE.has(field) || toldAbove.includes(field);
  const rest = Object.keys(object).filter((field) => !named.has(field) && !isElsewhere(field));
  const groupOf = (title: string, fields: readonly string[]): ShownGroup => ({
    title,
    fields: fields.filter(isAsked).map((field) => shownField(object, field, schema)),
  });
  const told = groups.map(({ title, fields }) => groupOf(title, fields));
  const server = ['id', 'created_at', 'updated_at'].filter(
    (field) => !named.has(field) && isSet(object[field]),
  );
  return [
    ...told,
    groupOf(
      'More',
      rest.filter((field) => isSet(object[field])),
    ),
    groupOf('Record', server),
  ].filter(({ fields }) => fields.length > 0);
}

/** Secrets are never told, and words for other fields say nothing more. */
const isShown = (field: FieldSchema = NO_SCHEMA): boolean =>
  !isSecret(field) && field['x-aicp-synonym-of'] === undefined;

function shownField(object: ApiObject, field: string, schema: FieldSchema): ShownField {
  const known = schema.properties?.[field] ?? NO_SCHEMA;
  // The unit stands with the value.
  const title = titleOf(field, known).replace(' (ms)', '');
  return { field, title, shown: shownOf(object, field, known) };
}

const isSet = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !isEmpty(value);

const isEmpty = (value: unknown): boolean =>
  (Array.isArray(value) && value.length === 0) ||
  (isPlain(value) && Object.keys(value).length === 0);

function shownOf(object: ApiObject, field: string, schema: FieldSchema): Shown {
  const value = object[field];
  if (!isSet(value)) return { kind: 'none' };
  if (typeof value === 'boolean') return { kind: 'text', text: value ? 'Yes' : 'No' };
  if (typeof value === 'number') return numberOf(field, value, schema['x-aicp-unit']);
  if (typeof value === 'string' && schema.enum) return { kind: 'text', text: choiceText(value) };
  const collection = collectionOf(object, schema) ?? referenceOf(object, field);
  if (typeof value === 'string') return textOf(value, collection);
  return Array.isArray(value) ? listOf(value, schema, collection) : structureOf(value, schema);
}

const MONEY = /(_usd|_price|_price_per_million|_cost|^cost|^max_budget|^monthly_limit)$/;
const MONEY_FIELDS = new Set(['current_spend', 'remaining', 'spend']);
const SHARES = new Set([
  ...['soft_limit_percent', 'hard_limit_percent', 'toxicity_threshold', 'utilization'],
  ...['target_error_rate', 'target_availability'],
]);
const PERCENT = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 3 });

function numberOf(field: string, value: number, unit: string | undefined): Shown {
  if (unit === 'USD') return { kind: 'money', value };
  if (unit === 'share') return { kind: 'text', text: PERCENT.format(value) };
  if (unit !== undefined) return { kind: 'number', value, unit: UNITS[unit] ?? unit };
  return numberByName(field, value);
}

const UNITS: Readonly<Record<string, string>> = { percent: '%' };

/** What the server adds has no schema here. */
function numberByName(field: string, value: number): Shown {
  if (MONEY.test(field) || MONEY_FIELDS.has(field)) return { kind: 'money', value };
  if (SHARES.has(field)) return { kind: 'text', text: PERCENT.format(value) };
  return { kind: 'number', value, unit: unitOf(field) };
}

function unitOf(field: string): string | undefined {
  const [, unit] = /_(ms|seconds|minutes|hours|days|percent)$/.exec(field) ?? [];
  return unit === 'percent' ? '%' : unit;
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

function textOf(value: string, collection: string | undefined): Shown {
  // A pattern names no object.
  if (collection !== undefined && !value.includes('*')) {
    return { kind: 'links', collection, ids: [value] };
  }
  if (MOMENT.test(value)) return { kind: 'moment', at: value };
  return { kind: value.includes('\n') ? 'lines' : 'text', text: value };
}

function listOf(
  values: readonly unknown[],
  schema: FieldSchema,
  collection: string | undefined,
): Shown {
  if (!values.every(isScalar)) return { kind: 'structure', value: titled(values, schema) };
  const texts = values.map((value) =>
    schema.items?.enum ? choiceText(String(value)) : String(value),
  );
  return collection === undefined
    ? { kind: 'texts', texts }
    : { kind: 'links', collection, ids: texts };
}

function structureOf(told: unknown, schema: FieldSchema): Shown {
  const value = titled(told, schema);
  if (!isPlain(value)) return { kind: 'structure', value };
  const entries = Object.entries(value);
  if (!entries.every(([, one]) => isScalar(one))) return { kind: 'structure', value };
  return { kind: 'pairs', pairs: entries.map(([name, one]) => [name, String(one)]) };
}

const isScalar = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** The collection that the schema names for a field; undefined: it names none, or only within an organization. */
function collectionOf(object: ApiObject, schema: FieldSchema): string | undefined {
  const by = schema['x-aicp-reference-by'];
  const kind = by ? object[by.field] : undefined;
  const path = by ? by.is[typeof kind === 'string' ? kind : ''] : schema['x-aicp-reference'];
  return path?.includes('{id}') === true ? undefined : path;
}

const models = RESOURCES.model.collection;
/** Fields that name other objects, and where these are. */
const REFERENCES: Readonly<Record<string, string>> = {
  organization_id: RESOURCES.organization.collection,
  team_id: RESOURCES.team.collection,
  provider: RESOURCES.provider.collection,
  allowed_teams: RESOURCES.team.collection,
  detectors: RESOURCES.detector.collection,
  alert_channels: RESOURCES.eventSubscription.collection,
  ...Object.fromEntries(
    [
      ...['base_model', 'variant_model', 'downgrade_to', 'default_model', 'source_model'],
      ...['target_model', 'fallbacks', 'context_window_fallbacks', 'content_policy_fallbacks'],
      ...['model_name', 'replacement_model', 'model_hint', 'target_models'],
    ].map((field) => [field, models]),
  ),
};

/** Fields whose kind of object another field tells. */
const BY_OTHER: Readonly<Record<string, string>> = {
  entity_id: 'entity_type',
  scope_value: 'scope',
};
const COLLECTION_OF: Readonly<Record<string, string>> = {
  organization: RESOURCES.organization.collection,
  team: RESOURCES.team.collection,
  key: RESOURCES.apiKey.collection,
  model: models,
};

function referenceOf(object: ApiObject, field: string): string | undefined {
  if (Object.hasOwn(REFERENCES, field)) return REFERENCES[field];
  if (!Object.hasOwn(BY_OTHER, field)) return undefined;
  const kind = object[BY_OTHER[field] ?? ''];
  return typeof kind === 'string' && Object.hasOwn(COLLECTION_OF, kind)
    ? COLLECTION_OF[kind]
    : undefined;
}
