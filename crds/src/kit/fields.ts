import { z } from 'zod';
import { UNIT, type UNITS } from './form-hints.ts';
import { REFERS_TO, type Declaration, type Fate } from './references.ts';
import { withRules } from './rules.ts';

/**
 * The building blocks of every spec. Each bound stands here once, so that zod (which validates on one machine) and the
 * CRD schema made from it (which validates in a cluster) refuse the same values. Lengths count code points, as Kubernetes does.
 */

const codePoints = (value: string): number => Array.from(value).length;

/** What a text looks like, and the same in words: what is allowed, and an example. */
export interface Pattern {
  /** Of RE2 and JavaScript alike. */
  readonly matches: RegExp;
  /** What is said of a text that does not match: "may hold digits only, such as 42". */
  readonly says: string;
}

/** A string of `min` to `max` code points, optionally of a pattern. */
export function text({ min = 0, max, pattern }: { min?: number; max: number; pattern?: Pattern }) {
  const base = z
    .string()
    .refine((value) => codePoints(value) <= max, {
      error: `may have ${max} characters at most`,
    })
    .refine((value) => codePoints(value) >= min, {
      error: min === 1 ? 'must not be empty' : `must have ${min} characters at least`,
    });
  const schema = pattern ? base.regex(pattern.matches, { error: pattern.says }) : base;
  return schema.meta(min > 0 ? { minLength: min, maxLength: max } : { maxLength: max });
}

/** An integer; bounds are compulsory because JavaScript and Go part ways beyond 2^53. */
export function integer({ min, max }: { min: number; max: number }) {
  return z.int().min(min).max(max);
}

function decimalUpTo(digits: number, limit: string) {
  const below = digits === 1 ? '[0-9]' : `[0-9]{1,${digits}}`;
  return new RegExp(`^(${below}(\\.[0-9]{1,9})?|${limit}(\\.0{1,9})?)$`);
}

function intOrString(
  { min = 0, max, unit }: { min?: number; max: number; unit?: Unit },
  pattern: RegExp,
) {
  const error = `must be a number from ${min} to ${max} with at most nine decimals`;
  return z
    .union([z.int().min(min).max(max), z.string().regex(pattern, { error })], { error })
    .meta({ 'x-kubernetes-int-or-string': true, ...(unit ? { [UNIT]: unit } : {}) });
}

type Unit = (typeof UNITS)[number];

/** USD, 0 to 1,000,000,000 with up to nine decimals: `500` or `"0.01"`, never a float. */
export const money = () =>
  intOrString({ max: 1_000_000_000, unit: 'USD' }, decimalUpTo(9, '1000000000'));

/** 0 to 100 with up to nine decimals, as an integer or a string. */
export const percent = () => intOrString({ max: 100, unit: 'percent' }, decimalUpTo(2, '100'));

/** 0 to 1 with up to nine decimals, as an integer or a string. */
export const fraction = () =>
  intOrString({ max: 1, unit: 'share' }, /^(0(\.[0-9]{1,9})?|1(\.0{1,9})?)$/);

/** 0 to 10 with up to nine decimals, where 1 is 100 %. */
export const ratio = () => intOrString({ max: 10, unit: 'share' }, decimalUpTo(1, '10'));

/** What models are given as `temperature`: 0 to 2 with up to nine decimals, as an integer or a string. */
export const temperature = () => intOrString({ max: 2 }, /^([01](\.[0-9]{1,9})?|2(\.0{1,9})?)$/);

/** How much more something got, in percent: 0 to 1000 with up to nine decimals, as an integer or a string. */
export const increasePercent = () =>
  intOrString({ max: 1000, unit: 'percent' }, decimalUpTo(3, '1000'));

/** 1 to 100 with up to nine decimals. */
export const multiplier = () =>
  intOrString({ min: 1, max: 100 }, /^([1-9][0-9]?(\.[0-9]{1,9})?|100(\.0{1,9})?)$/);

/** The name that people read; on the wire it is `name`. */
export const displayName = () => text({ min: 1, max: 200 });

/** A sentence or two for people. */
export const description = () => text({ max: 2000 });

/** What most identifiers are: anything that is written in one line. */
export const ONE_LINE: Pattern = {
  matches: /^[^\x00-\x1f\x7f]+$/,
  says: 'may hold neither line breaks nor other control characters',
};

/** The same, of what stands in addresses: `.` and `..` are folded away there, also where they are written `%2e`, and something else would be meant. */
export const ONE_LINE_ID: Pattern = {
  matches: /^([^\x00-\x1f\x7f.]|\.[^\x00-\x1f\x7f.]|\.\.[^\x00-\x1f\x7f])[^\x00-\x1f\x7f]*$/,
  says: `${ONE_LINE.says}, and may be neither "." nor ".."`,
};

/** The same, where nothing need be written. */
export const AT_MOST_ONE_LINE: Pattern = {
  matches: /^[^\x00-\x1f\x7f]*$/,
  says: ONE_LINE.says,
};

/** A model id or alias, as clients send it in `model`. */
export const modelId = () => text({ min: 1, max: 200, pattern: ONE_LINE_ID });

/** The `metadata.name` of another object in the same namespace. */
export const objectName = () =>
  text({
    min: 1,
    max: 253,
    pattern: {
      matches: /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/,
      says: "may hold small letters, digits, '-' and '.' only, and must begin and end with a letter or digit, for example data-science",
    },
  });

/**
 * A field, or a list, that names objects of a kind: a Model by its id or an alias, any other by `metadata.name`. `onDelete` says what
 * becomes of this object when that one is deleted. The operator, the admin API and the reference page read it from here.
 */
export const refersTo = <S extends z.ZodType>(
  kind: string,
  schema: S,
  { onDelete }: { readonly onDelete?: Fate } = {},
): S => declaring(schema, [onDelete === undefined ? { to: kind } : { to: kind, onDelete }]);

/** A field that names an object of the kind that another field says, by the value of that. With other values it names nothing. */
export const refersToBy = <S extends z.ZodType>(
  field: string,
  kinds: Readonly<Record<string, Omit<Declaration, 'when'>>>,
  schema: S,
): S =>
  declaring(
    schema,
    Object.entries(kinds).map(([is, declared]) => ({ ...declared, when: { field, is } })),
  );

const declaring = <S extends z.ZodType>(schema: S, declared: readonly Declaration[]): S =>
  schema.meta({ ...schema.meta(), [REFERS_TO]: declared });

/** What an account is called by a field that says elsewhere of which kind it is. */
export const SCOPES = {
  organization: { to: 'Organization', onDelete: 'goes' },
  business_unit: { to: 'BusinessUnit', onDelete: 'goes' },
  team: { to: 'Team', onDelete: 'goes' },
  key: { to: 'APIKey', onDelete: 'goes' },
  model: { to: 'Model', onDelete: 'stays' },
} as const satisfies Readonly<Record<string, Declaration>>;

/** A short name for URLs and ids. */
export const slug = () =>
  text({
    min: 1,
    max: 55,
    pattern: {
      matches: /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/,
      says: "may hold small letters, digits and '-' only, and must begin and end with a letter or digit, for example data-science",
    },
  });

/** A word that objects are grouped by, such as a tier or an environment. */
export const label = () =>
  text({
    min: 1,
    max: 64,
    pattern: {
      matches: /^[A-Za-z0-9_][A-Za-z0-9._-]*$/,
      says: "may hold letters, digits, '.', '_' and '-' only, and must begin with a letter, a digit or '_', for example premium",
    },
  });

/** An identifier made elsewhere (a user id, a cost-centre code). */
export const identifier = () => text({ min: 1, max: 253, pattern: ONE_LINE_ID });

const HTTP_URL: Pattern = {
  matches: /^https?:\/\/[^\x00-\x20\x7f]+$/,
  says: 'must be an http or https address without spaces, for example https://api.example.com/v1',
};
const USERINFO = '^https?://[^/?#]*@';

/** An absolute http or https address. A name and password in it would be shown to whoever reads the object, so it has none. */
export const httpUrl = () =>
  withRules(text({ min: 1, max: 2048, pattern: HTTP_URL }), [
    {
      cel: `!self.matches('${USERINFO}')`,
      message:
        'must not hold a user name or password (user:password@host), which everybody who reads this would see: keep them in a Secret',
      holds: (address) => !new RegExp(USERINFO).test(address),
    },
  ]);

const RFC3339 =
  /^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$/;

/** A moment, RFC 3339. */
export const timestamp = () =>
  text({
    max: 64,
    pattern: { matches: RFC3339, says: 'must be a moment such as 2027-03-01T12:00:00Z' },
  });

/** Where a secret value stands: a key of a Secret in the same namespace. */
export const secretRef = () => refersTo('Secret', keyOfSecret());

const keyOfSecret = () =>
  z.object({
    name: objectName().meta({ description: 'Name of the Secret, in the same namespace.' }),
    key: text({
      min: 1,
      max: 253,
      pattern: {
        matches: /^[-._a-zA-Z0-9]+$/,
        says: "may hold letters, digits, '-', '_' and '.' only, for example api-key",
      },
    }).meta({ description: 'Key within the Secret.' }),
  });

/** Up to `max` items; an ordered list that one owner writes as a whole. */
export function list<T extends z.ZodType>(item: T, max = 100) {
  return z.array(item).max(max).meta({ 'x-kubernetes-list-type': 'atomic' });
}

/** At least one item, and at most `max`. */
export function filledList<T extends z.ZodType>(item: T, max = 100) {
  return z.array(item).min(1).max(max).meta({ 'x-kubernetes-list-type': 'atomic' });
}

/** String pairs, at most 32 of 256 characters each. */
export function pairs(pattern?: Pattern) {
  const value = pattern ? text({ max: 256, pattern }) : text({ max: 256 });
  return z
    .record(z.string(), value)
    .refine((value) => Object.keys(value).length <= 32, {
      error: 'may have 32 entries at most',
    })
    .meta({ maxProperties: 32 });
}

/** `organizationId`, which every kind may carry. */
export const organizationId = () =>
  refersTo('Organization', objectName(), { onDelete: 'goes' }).optional().meta({
    description:
      'Organization that this object belongs to. Without it, the object is the platform’s and acts on every request.',
  });

/** A day, or a moment (RFC 3339). */
export const date = () =>
  text({
    max: 64,
    pattern: {
      matches: new RegExp(
        `^([0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])|${RFC3339.source.slice(1, -1)})$`,
      ),
      says: 'must be a day such as 2027-03-01, or a moment such as 2027-03-01T12:00:00Z',
    },
  });

/** An e-mail address, as far as a pattern can tell. */
export const email = () =>
  text({
    min: 3,
    max: 254,
    pattern: {
      matches: /^[^@\x00-\x20\x7f]+@[^@\x00-\x20\x7f]+$/,
      says: 'must be an e-mail address, for example ada@example.com',
    },
  });

/** An object of any shape, kept as it was written. */
export const freeForm = () =>
  z.record(z.string(), z.unknown()).meta({ 'x-kubernetes-preserve-unknown-fields': true });

/** Items that differ in their `key`, 100 at most where no `max` is said. Several owners may each write items of their own. */
export function keyedList<T extends z.ZodObject>(
  item: T,
  { key, min = 0, max = 100 }: { key: keyof z.output<T> & string; min?: number; max?: number },
) {
  const list = z.array(item).max(max);
  return (min > 0 ? list.min(min) : list)
    .refine((items) => new Set(items.map((one) => one[key])).size === items.length, {
      error: `no two items may have the same ${key}`,
    })
    .meta({ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': [key] });
}

/** People and systems in a group, each once, with one of the group's roles. */
export function members<R extends string>(roles: readonly R[]) {
  const member = z.object({
    userId: identifier().meta({ description: 'Who.' }),
    role: z
      .enum(roles)
      .default('member' as R)
      .meta({ description: 'What the member may do there.' }),
  });
  return keyedList(member, { key: 'userId', max: 1000 });
}
