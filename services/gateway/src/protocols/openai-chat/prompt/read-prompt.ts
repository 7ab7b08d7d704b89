import type { PromptReference } from '@aicp/contracts/prompts/prompt-reference';
import { z } from 'zod';
import type { BadRequest } from '../../protocol.ts';

const MOST_VARIABLES = 200;
const LAST_VERSION = 1_000_000;

/** OpenAI's API writes a version as a text. */
const version = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,7}$/)
      .transform(Number),
  ])
  .pipe(z.int().min(1).max(LAST_VERSION));

const reference = z.strictObject({
  id: z.string().min(1).max(253),
  version: version.nullish(),
  variables: z.record(z.string().max(64), z.union([z.string(), z.number(), z.boolean()])).nullish(),
});

const WHAT: Readonly<Record<string, string>> = {
  'prompt.id': 'must be the id or the slug of a prompt',
  'prompt.version': `must be a whole number from 1 to ${LAST_VERSION}`,
  'prompt.variables':
    'must be an object of texts, numbers and booleans, by names of at most 64 characters',
};

/** The reference to a prompt that a request's `prompt` is, undefined where it is absent or null; or what is wrong with it. */
export function readPrompt(
  value: unknown,
): { readonly reference: PromptReference | undefined } | BadRequest {
  if (value === undefined) return { reference: undefined };
  const { data, error } = reference.safeParse(value);
  if (!data) return faultOf(error.issues[0]?.path[0]);
  const { id, version: asked, variables } = data;
  const values = variables ?? {};
  if (Object.keys(values).length > MOST_VARIABLES) {
    return wrong('prompt.variables', `may have ${MOST_VARIABLES} members at most`);
  }
  return { reference: { id, version: asked ?? undefined, variables: values } };
}

function faultOf(member: PropertyKey | undefined): BadRequest {
  const param = `prompt.${String(member)}`;
  const what = WHAT[param];
  return what === undefined
    ? wrong('prompt', 'may have the members id, version and variables only')
    : wrong(param, what);
}

const wrong = (param: string, what: string): BadRequest => ({
  message: `${param} ${what}.`,
  param,
});
