import type { KindDefinition } from '../kit/kind.ts';
import { withArticle } from '../kit/with-article.ts';
import type { Fate, Reference } from '../kit/references.ts';
import type { StructuralSchema } from '../kit/structural.ts';

const BEGIN = '<!-- fields:begin (made by `make generate`) -->';
const END = '<!-- fields:end -->';

/** Puts a kind's field tables between the markers of its page. Throws where the page lacks them. */
export function withFieldReference(page: string, kind: KindDefinition): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin < 0 || end < begin) {
    throw new Error(`docs/reference/${kind.feature}.md needs the lines "${BEGIN}" and "${END}"`);
  }
  const tables = fieldReference(kind);
  return `${page.slice(0, begin)}${BEGIN}\n\n${tables}\n${page.slice(end)}`;
}

function fieldReference(kind: KindDefinition): string {
  const rows = [...rowsOf(kind.structural.spec, 'spec', kind.references)];
  const rules = [...rulesOf(kind.structural.spec, 'spec')];
  const table = [
    '| Field | Type | Default | Meaning |',
    '| --- | --- | --- | --- |',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');
  if (rules.length === 0) return `${table}\n`;
  return `${table}\n\nRules across fields:\n\n${rules.map((rule) => `- ${rule}`).join('\n')}\n`;
}

function* rowsOf(
  schema: StructuralSchema,
  path: string,
  references: readonly Reference[],
): Generator<string[]> {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const full = `${path}.${name}`;
    const required = schema.required?.includes(name) ? ' (required)' : '';
    const named = namesOf(references.filter((one) => `spec.${one.path}` === full));
    const meaning = `${[cell(field.description), ...named].join(' ')}${required}`;
    yield [`\`${full}\``, typeOf(field), defaultOf(field), meaning];
    yield* rowsOf(field, full, references);
    if (field.items) yield* rowsOf(field.items, `${full}[]`, references);
    if (field.additionalProperties) {
      yield* rowsOf(field.additionalProperties, `${full}.*`, references);
    }
  }
}

/** What a field refers to, and what a deletion of that means for this object. */
function namesOf(references: readonly Reference[]): string[] {
  const [first] = references;
  if (!first) return [];
  const kinds = references.map(({ to, when }) => (when ? `${to} (\`${when.is}\`)` : to)).join(', ');
  const fates = new Set(references.map(({ onDelete }) => onDelete));
  const [fate] = fates;
  const what = fates.size === 1 && fate !== undefined ? ` ${ON_DELETE[fate]}` : '';
  return [`Names ${withArticle(kinds)}.${what}`];
}

const ON_DELETE: Readonly<Record<Fate, string>> = {
  part: 'Deleting that deletes this object too.',
  goes: 'That is deleted only together with this object (`?cascade=true`).',
  stays: 'That is deleted only with `?cascade=true`; this object stays.',
};

function* rulesOf(schema: StructuralSchema, path: string): Generator<string> {
  for (const rule of schema['x-kubernetes-validations'] ?? [])
    yield `\`${path}\`: ${rule.message}.`;
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    yield* rulesOf(field, `${path}.${name}`);
  }
}

function typeOf(schema: StructuralSchema): string {
  if (schema['x-kubernetes-int-or-string']) return `decimal, ${range(schema)}`;
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (schema.additionalProperties) return `map to ${typeOf(schema.additionalProperties)}`;
  switch (schema.type) {
    case 'array':
      return [`list of ${typeOf(schema.items ?? {})}`, ...atMost(schema.maxItems)].join(', ');
    case 'integer':
      return `integer, ${range(schema)}`;
    case 'string':
      return ['string', ...atMost(schema.maxLength)].join(', ');
    default:
      return schema.type ?? 'anything';
  }
}

const atMost = (bound: number | undefined): string[] => (bound ? [`at most ${bound}`] : []);

const range = ({ minimum, maximum }: StructuralSchema): string =>
  `${(minimum ?? 0).toLocaleString('en-US')} to ${(maximum ?? 0).toLocaleString('en-US')}`;

function defaultOf(schema: StructuralSchema): string {
  if (schema.default === undefined || schema.type === 'object') return '';
  return `\`${JSON.stringify(schema.default)}\``;
}

const cell = (text = ''): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
