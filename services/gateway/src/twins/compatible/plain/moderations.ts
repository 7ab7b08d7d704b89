import { z } from 'zod';
import { jsonReply } from '../../kit/start-twin.ts';
import { plainRoute } from './plain-route.ts';

/* Moderations as OpenAI has them (its API reference, "Create moderation"). A text, or the address of a picture, is of the categories that it names. */

const OF_TEXTS = [
  ...['harassment', 'harassment/threatening', 'hate', 'hate/threatening', 'illicit'],
  ...['illicit/violent', 'sexual/minors'],
] as const;
const OF_ALL = [
  ...['self-harm', 'self-harm/instructions', 'self-harm/intent', 'sexual', 'violence'],
  'violence/graphic',
] as const;
const CATEGORIES: readonly string[] = [...OF_TEXTS, ...OF_ALL];
/** Models before `omni-moderation` know none of them. */
const NEW_CATEGORIES = new Set(['illicit', 'illicit/violent']);

const CERTAIN = 0.95;
const UNLIKELY = 0.0001;

const part = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({
    type: z.literal('image_url'),
    image_url: z.strictObject({ url: z.string().min(1) }),
  }),
]);
type Part = z.output<typeof part>;

const request = z.strictObject({
  input: z.union([z.string(), z.array(z.string()).min(1), z.array(part).min(1)]),
  model: z.string().default('omni-moderation-latest'),
});

/** OpenAI's own. */
export const OPENAI_MODERATIONS = plainRoute('/moderations', request, ({ input, model }) => {
  const isOld = model.startsWith('text-moderation-');
  const things = thingsIn(input);
  if (isOld && things.flat().some(({ type }) => type === 'image_url'))
    return { status: 400, message: `${model} takes texts alone.`, param: 'input' };
  const results = things.map((parts) => resultOf(parts, isOld));
  return jsonReply({ id: 'modr-twin', model, results });
});

/** Parts are one thing together, and texts are each for itself. */
function thingsIn(input: z.output<typeof request>['input']): Part[][] {
  const several: readonly (string | Part)[] = typeof input === 'string' ? [input] : input;
  const parts = several.filter((one) => typeof one !== 'string');
  const texts = several.filter((one) => typeof one === 'string');
  return parts.length > 0 ? [parts] : texts.map((text) => [{ type: 'text', text }]);
}

function resultOf(parts: readonly Part[], isOld: boolean): object {
  const names = CATEGORIES.filter((name) => !isOld || !NEW_CATEGORIES.has(name));
  const applied = new Map(names.map((name) => [name, appliedTo(name, parts)]));
  const found = new Set(names.filter((name) => parts.some((one) => isOf(name, one))));
  return {
    flagged: found.size > 0,
    ...judged(names, found),
    ...(isOld ? {} : { category_applied_input_types: Object.fromEntries(applied) }),
  };
}

/** What each category is said to be, and how likely. */
export const judged = (names: readonly string[], found: ReadonlySet<string>) => ({
  categories: Object.fromEntries(names.map((name) => [name, found.has(name)])),
  category_scores: Object.fromEntries(
    names.map((name) => [name, found.has(name) ? CERTAIN : UNLIKELY]),
  ),
});

const takesPictures = (name: string): boolean => (OF_ALL as readonly string[]).includes(name);

function appliedTo(name: string, parts: readonly Part[]): string[] {
  const kinds = parts.map(({ type }) => (type === 'text' ? 'text' : 'image'));
  return [...new Set(kinds)].filter((kind) => kind === 'text' || takesPictures(name));
}

const isOf = (name: string, one: Part): boolean =>
  one.type === 'text'
    ? one.text.includes(name)
    : takesPictures(name) && one.image_url.url.includes(name);
