import type { KindDefinition } from '../kit/kind.ts';
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
  const rows = [...rowsOf(kind.structural.spec, 'spec')];
  const rules = [...rulesOf(kind.structural.spec, 'spec')];
  const table = [
    '| Field | Type | Default | Meaning |',
    '| --- | --- | --- | --- |',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');
  if (rules.length === 0) return `${table}\n`;
  return `${table}\n\nRules across fields:\n\n${rules.map((rule) => `- ${rule}`).join('\n')}\n`;
}

function* rowsOf(schema: StructuralSchema, path: string): Generator<string[]> {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const full = `${path}.${name}`;
    const required = schema.required?.includes(name) ? ' (required)' : '';
    yield [`\`${full}\``, typeOf(field), defaultOf(field), `${cell(field.description)}${required}`];
    yield* rowsOf(field, full);
    if (field.items) yield* rowsOf(field.items, `${full}[]`);
    if (field.additionalProperties) yield* rowsOf(field.additionalProperties, `${full}.*`);
  }
}

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
