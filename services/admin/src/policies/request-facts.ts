import { resolveAttribute } from '@aicp/contracts/conditions/attributes';
import type { AttributeValue, Lookup } from '@aicp/contracts/conditions/evaluate';
import { z } from 'zod';
import type { ModelNames } from './model-names.ts';

const scalar = z.union([z.string(), z.number(), z.boolean()]);

/** A request, as far as policies look at it; anything else in it is passed over. */
export const explainBody = z.strictObject({
  request: z
    .looseObject({
      model: z.string().max(200).optional(),
      stream: z.boolean().optional(),
      tools: z.array(z.unknown()).optional(),
      user: z.string().max(253).optional(),
      metadata: z.record(z.string(), z.unknown()).optional(),
      messages: z.array(z.unknown()).optional(),
    })
    .default({})
    .meta({ description: 'The body that a client would send to the gateway.' }),
  attributes: z
    .record(z.string(), scalar)
    .default({})
    .meta({
      description: 'What else is known of the request, by the names that conditions use.',
      example: { team: 'data-science' },
    }),
});
export type ExplainBody = z.output<typeof explainBody>;

/** The installation, as far as conditions ask for it. */
export interface Surroundings {
  readonly environment: string | undefined;
  readonly timeZone: string;
  readonly defaultModel: string | undefined;
  readonly nowMs: number;
}

const CHARACTERS_A_TOKEN = 4;

/** The attributes of a request, by the names that conditions use. What is said in so many words counts before what follows from the body. */
export function attributesOf(
  { request, attributes }: ExplainBody,
  names: ModelNames,
  around: Surroundings,
): ReadonlyMap<string, AttributeValue> {
  const { metadata = {}, messages = '' } = request;
  const own = Object.entries(metadata).filter(([, value]) => scalar.safeParse(value).success);
  return new Map<string, AttributeValue>([
    ...askedFor(request.model ?? around.defaultModel, names),
    ['stream', request.stream === true],
    ['tools', (request.tools ?? []).length > 0],
    ['user', request.user],
    ['environment', around.environment],
    ['input_tokens', Math.ceil(JSON.stringify(messages).length / CHARACTERS_A_TOKEN)],
    ...timeIn(around),
    ...own.map(([key, value]) => [`metadata.${key}`, String(value)] as const),
    ...Object.entries(attributes).map(([name, value]) => [fullName(name), value] as const),
  ]);
}

function askedFor(asked: string | undefined, names: ModelNames): [string, AttributeValue][] {
  const models = asked === undefined ? [] : names.find(asked);
  return [
    ['model', models.length === 1 ? models[0]?.id : asked],
    ['provider', common(models.map((model) => model.provider))],
    ['tier', common(models.map((model) => model.tier))],
  ];
}

export const lookupIn =
  (values: ReadonlyMap<string, AttributeValue>): Lookup =>
  (name) =>
    values.get(name);

/** `department` → `metadata.department`, as conditions read it. */
function fullName(name: string): string {
  const [first = '', ...rest] = name.split('.');
  const resolved = resolveAttribute(first, rest.length > 0 ? rest.join('.') : undefined);
  return 'error' in resolved ? name : resolved.name;
}

function common(values: readonly (string | undefined)[]): string | undefined {
  const different = new Set(values);
  return different.size === 1 ? values[0] : undefined;
}

function timeIn({ timeZone, nowMs }: Surroundings): [string, AttributeValue][] {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hour: '2-digit',
    hourCycle: 'h23',
    weekday: 'short',
  });
  const parts = new Map(format.formatToParts(nowMs).map(({ type, value }) => [type, value]));
  return [
    ['hour', Number(parts.get('hour'))],
    ['weekday', (parts.get('weekday') ?? '').toLowerCase()],
  ];
}
