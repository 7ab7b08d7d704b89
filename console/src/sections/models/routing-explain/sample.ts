/** A value of an attribute, as the API takes it. */
export type Scalar = string | number | boolean;

/** A request to be explained, as the form holds it. Empty texts say nothing. */
export interface Sample {
  readonly model: string;
  readonly key: string;
  readonly team: string;
  readonly user: string;
  readonly organization: string;
  readonly isStream: boolean;
  readonly hasTools: boolean;
  readonly message: string;
  /** Further attributes, each on its line: `header.x-team = blue`. */
  readonly more: string;
}

export const EMPTY_SAMPLE: Sample = {
  ...{ model: '', key: '', team: '', user: '', organization: '' },
  ...{ isStream: false, hasTools: false, message: '', more: '' },
};

/** What `POST /api/v1/routing-policies/explain` takes. */
export interface ExplainBody {
  readonly request: Readonly<Record<string, unknown>>;
  readonly attributes: Readonly<Record<string, Scalar>>;
}

export function bodyOf(sample: Sample): ExplainBody {
  const { model, message, isStream, hasTools } = sample;
  const said = {
    key: sample.key,
    team: sample.team,
    user: sample.user,
    organization: sample.organization,
  };
  return {
    request: {
      ...(model === '' ? {} : { model }),
      ...(message === '' ? {} : { messages: [{ role: 'user', content: message }] }),
      ...(isStream ? { stream: true } : {}),
      ...(hasTools ? { tools: [{ type: 'function', function: { name: 'example' } }] } : {}),
    },
    attributes: {
      ...attributesIn(sample.more),
      ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== '')),
    },
  };
}

const LINE = /^\s*([^\s=]+)\s*=\s*(.*?)\s*$/;

/** What lines say, each a name and a value. Lines that say nothing are passed over. */
export const attributesIn = (lines: string): Record<string, Scalar> =>
  Object.fromEntries(
    lines.split('\n').flatMap((line): [string, Scalar][] => {
      const [, name, value] = LINE.exec(line) ?? [];
      return name === undefined || value === undefined || value === ''
        ? []
        : [[name, scalarOf(value)]];
    }),
  );

const NUMBER = /^-?\d+(\.\d+)?$/;

function scalarOf(text: string): Scalar {
  if (text === 'true' || text === 'false') return text === 'true';
  return NUMBER.test(text) ? Number(text) : text;
}

/** A request that was recorded, as far as it is explained again. */
export interface Recorded {
  readonly model_asked: string | null;
  readonly organization_id: string | null;
  readonly attributes: Readonly<Record<string, Scalar>>;
}

/** Attributes that the form has fields for, or that follow from them. */
const NAMED = new Set([
  ...['model', 'key', 'team', 'user', 'organization', 'stream', 'tools', 'tier', 'provider'],
]);

/** The form's request that is like a recorded one. */
export function sampleOf({
  model_asked: model,
  organization_id: owner,
  attributes,
}: Recorded): Sample {
  const textOf = (name: string): string => String(attributes[name] ?? '');
  const rest = Object.entries(attributes).filter(([name]) => !NAMED.has(name));
  return {
    ...EMPTY_SAMPLE,
    model: model ?? '',
    key: textOf('key'),
    team: textOf('team'),
    user: textOf('user'),
    organization: attributes['organization'] === undefined ? (owner ?? '') : textOf('organization'),
    isStream: attributes['stream'] === true,
    hasTools: attributes['tools'] === true,
    more: rest.map(([name, value]) => `${name} = ${String(value)}`).join('\n'),
  };
}
