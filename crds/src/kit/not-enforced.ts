import type { StructuralSchema } from './structural.ts';

/** A field of a spec that is stored, and that no service of this version acts on as its description says. */
export interface NotEnforced {
  /** Where it stands within the spec: `features.guardrails`, or `prices[].source` of each item of a list. */
  readonly field: string;
  /** The values that this version does act on, where there are some. */
  readonly except?: readonly unknown[];
  /** The value of another field with which this version does act on this one. */
  readonly onlyWith?: { readonly field: string; readonly is: unknown };
  /** What this version does with the field all the same, as a part of a sentence. */
  readonly partly?: string;
}

/** What the declaration of a kind has to say of its fields. */
export interface Declared {
  readonly notEnforced: readonly NotEnforced[];
  readonly structural: { readonly spec: StructuralSchema };
}

/** Those of a kind's fields that a spec promises something with, and that nobody acts on. */
export const promisesNotEnforced = (
  { notEnforced, structural }: Declared,
  spec: unknown,
): readonly NotEnforced[] =>
  notEnforced.filter(({ field, except = [], onlyWith }) => {
    const initial = fieldAt(structural.spec, field)?.default;
    const value = valueAt(spec, field) ?? initial;
    const isActedOn =
      except.some((other) => isSame(value, other)) ||
      (onlyWith !== undefined && isSame(valueAt(spec, onlyWith.field), onlyWith.is));
    return promises(value, initial) && !isActedOn;
  });

/** A switch promises something where it is on; any other field, where it says something else than it would without being set. */
function promises(value: unknown, initial: unknown): boolean {
  if (typeof value === 'boolean') return value;
  return !isEmpty(value) && !isSame(value, initial);
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** The sentence that the description of such a field ends with. */
export function noteOn({ except, onlyWith, partly }: NotEnforced): string {
  if (onlyWith)
    return `This version acts on it with ${onlyWith.field} \`${String(onlyWith.is)}\` only.`;
  if (except)
    return `This version acts on ${except.map((one) => `\`${String(one)}\``).join(', ')} only.`;
  return partly === undefined
    ? 'Not acted on by this version.'
    : `Acted on in part by this version: ${partly}.`;
}

/** A schema whose descriptions say of each field that is declared here that nobody acts on it. Throws where there is no such field. */
export function withNotes(
  schema: StructuralSchema,
  notEnforced: readonly NotEnforced[],
): StructuralSchema {
  const noted = structuredClone(schema);
  for (const one of notEnforced) {
    const field = fieldAt(noted, one.field);
    if (!field) throw new Error(`notEnforced: the spec has no field ${one.field}`);
    field.description = [field.description, noteOn(one)].filter(Boolean).join(' ');
  }
  return noted;
}

const ITEMS = '[]';
const nameIn = (step: string): string => step.replace(ITEMS, '');

/** What a schema says of the field at a path. */
export const fieldAt = (schema: StructuralSchema, path: string): StructuralSchema | undefined =>
  path.split('.').reduce<StructuralSchema | undefined>((parent, step) => {
    const field = parent?.properties?.[nameIn(step)];
    return step.endsWith(ITEMS) ? field?.items : field;
  }, schema);

/** What a spec says at a path. In a list, the first item that says something there stands for all. */
function valueAt(spec: unknown, path: string): unknown {
  const [first = '', ...rest] = path.split('.');
  const value = memberOf(spec, nameIn(first));
  if (rest.length === 0) return value;
  const below = rest.join('.');
  if (!first.endsWith(ITEMS)) return valueAt(value, below);
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  return items.map((item) => valueAt(item, below)).find((one) => !isEmpty(one));
}

const memberOf = (parent: unknown, name: string): unknown =>
  typeof parent === 'object' && parent !== null
    ? (parent as Record<string, unknown>)[name]
    : undefined;
