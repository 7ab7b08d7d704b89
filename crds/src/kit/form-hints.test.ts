import { describe, expect, it } from 'vitest';
import { kindNamed, kinds } from '../kinds.ts';
import { UNITS } from './form-hints.ts';
import { titleOf } from './titles.ts';
import { writeSchema, type WireSchema } from './wire-schema.ts';

interface Field {
  readonly kind: string;
  readonly path: string;
  readonly name: string;
  readonly schema: WireSchema;
}

function fieldsIn(kind: string, schema: WireSchema, above = ''): Field[] {
  const properties = (schema['properties'] ?? {}) as Record<string, WireSchema>;
  const inner = [
    schema['items'],
    schema['additionalProperties'],
    ...((schema['oneOf'] ?? []) as []),
  ];
  return [
    ...Object.entries(properties).flatMap(([name, one]) => {
      const path = `${above}${name}`;
      return [{ kind, path, name, schema: one }, ...fieldsIn(kind, one, `${path}.`)];
    }),
    ...inner.flatMap((one) =>
      typeof one === 'object' ? fieldsIn(kind, one as WireSchema, `${above}[].`) : [],
    ),
  ];
}

const pathOf = (kind: string): string | undefined => kindNamedOrNone(kind)?.api?.path;
const kindNamedOrNone = (name: string) => kinds.find(({ kind }) => kind === name);
const fields = kinds.flatMap((kind) => fieldsIn(kind.feature, writeSchema(kind, pathOf)));
const of = (kind: string, path: string): WireSchema | undefined =>
  fields.find((one) => one.kind === kind && one.path === path)?.schema;

/** What the type of a field has, so that a form can check it. */
const BOUNDS: Readonly<Record<string, readonly string[]>> = {
  integer: ['minimum', 'maximum'],
  number: ['minimum', 'maximum'],
  array: ['maxItems'],
  string: ['maxLength'],
  boolean: [],
  object: [],
};

function expectBounds(form: WireSchema): void {
  const type = (form['type'] ?? 'object') as string;
  const isBounded = form['enum'] !== undefined || form['writeOnly'] === true;
  expect(Object.keys(BOUNDS)).toContain(type);
  const wanted = isBounded ? [] : (BOUNDS[type] ?? []);
  for (const bound of wanted) expect(form[bound]).toEqual(expect.any(Number));
}

describe('what forms are told of fields', () => {
  it.each(fields)('$kind $path has words for people, and bounds', ({ schema }) => {
    expect(schema['title']).toMatch(/^[A-Z][A-Za-z0-9 ,()-]*$/);
    expect(schema['description']).toEqual(expect.any(String));
    const forms = (schema['oneOf'] ?? [schema]) as WireSchema[];
    for (const form of forms) expectBounds(form);
    const unit = schema['x-aicp-unit'];
    if (unit !== undefined) expect(UNITS).toContain(unit);
  });

  it.each([
    ['team_id', 'Team'],
    ['rpm_limit', 'Requests per minute'],
    ['is_active', 'Active'],
    ['max_budget', 'Maximum budget'],
    ['connect_timeout_ms', 'Connect timeout'],
    ['input_price_per_million', 'Input price per million tokens'],
    ['client_secret_ref', 'Client secret in a Kubernetes Secret'],
  ])('%s is called %s', (name, title) => {
    expect(titleOf(name)).toBe(title);
  });

  it('are units, references and secrets', () => {
    expect(of('team', 'max_budget')).toMatchObject({ 'x-aicp-unit': 'USD' });
    expect(of('budget', 'soft_limit_percent')).toMatchObject({ 'x-aicp-unit': 'share' });
    expect(of('team', 'tpm_limit')).toMatchObject({ 'x-aicp-unit': 'tokens' });
    expect(of('sla-definition', 'target_p95_ms')).toMatchObject({ 'x-aicp-unit': 'ms' });
    expect(of('api-key', 'team_id')).toMatchObject({ 'x-aicp-reference': 'teams' });
    expect(of('mcp-server', 'allowed_teams')).toMatchObject({ 'x-aicp-reference': 'teams' });
    expect(of('organization', 'sso.role_mapping.[].team_id')).toMatchObject({
      'x-aicp-reference': 'teams',
    });
    expect(of('abtest', 'base_model')).toMatchObject({ 'x-aicp-reference': 'models' });
    expect(of('budget', 'entity_id')).toMatchObject({
      'x-aicp-reference-by': {
        field: 'entity_type',
        is: { team: 'teams', organization: 'organizations' },
      },
    });
    expect(of('provider', 'api_key')).toMatchObject({
      'x-aicp-secret': true,
      writeOnly: true,
      title: 'API key',
    });
    expect(of('provider', 'secret_ref')).not.toHaveProperty('x-aicp-reference');
  });

  it('do not get into the definitions of Kubernetes', () => {
    const text = JSON.stringify(kinds.map(({ structural }) => structural));
    expect(text).not.toContain('x-aicp-');
    expect(JSON.stringify(kindNamed('Team').structural.spec)).not.toContain('"title"');
  });
});
