import { readFileSync } from 'node:fs';
import { request } from 'undici';
import { z } from 'zod';
import { UserError } from '../cli/command.ts';
import { dataPaths } from '../data/paths.ts';
import { currentState } from '../data/state.ts';

const step = z.object({
  id: z.string(),
  /** The ids on the way to it. */
  path: z.string(),
  type: z.string(),
  status: z.string(),
  attempts: z.number().nullish(),
  tokens: z.number().nullish(),
  cost: z.number().nullish(),
  error: z.unknown().optional(),
  /** Of one that waits for a person: why who asks may not decide. */
  cannot_decide: z.string().nullish(),
});
export type StepSeen = z.output<typeof step>;

const listed = z.object({
  id: z.string(),
  template: z.string(),
  status: z.string(),
  created_at: z.string(),
  total_tokens: z.number().nullish(),
  total_cost: z.number().nullish(),
});
export type ExecutionListed = z.output<typeof listed>;

const execution = listed.extend({
  output: z.unknown().optional(),
  error: z.unknown().optional(),
  steps: z.array(step).default([]),
});
/** An execution as the engine tells it. Costs are USD. */
export type ExecutionSeen = z.output<typeof execution>;

const template = z.object({ type: z.string(), input_schema: z.record(z.string(), z.unknown()) });

/** Where people decide for steps that wait. */
export interface DecisionPlaces {
  /** Of the workflow engine. */
  readonly engine: string;
  /** The file with the key that executions are started with here. */
  readonly keyFile: string;
  /** Of the console, with a slash at its end; undefined: there is none. */
  readonly console: string | undefined;
}

/** What is asked of the workflow engine from a terminal. */
export interface EngineClient {
  start(template: string, input: Readonly<Record<string, unknown>>): Promise<ExecutionListed>;
  get(id: string): Promise<ExecutionSeen>;
  list(filters: Readonly<Record<string, string>>): Promise<ExecutionListed[]>;
  /** The JSON Schema of a template's input; undefined where there is no such template. */
  inputSchema(template: string): Promise<object | undefined>;
  readonly places: DecisionPlaces;
}

/** The running workflow engine of a data directory, asked as its administrator. Throws a UserError where none runs; what it refuses is one as well. */
export function engineOf(directory: string): EngineClient {
  const paths = dataPaths(directory);
  const state = currentState(paths);
  const address = state?.services.find(({ name }) => name === 'workflow')?.address;
  if (address === undefined) {
    throw new UserError(`no workflow engine runs in ${paths.root}: make up starts it`);
  }
  const console = state?.console?.status === 'ready' ? state.console.address : undefined;
  return engineAt({ engine: address, keyFile: paths.adminKey, console });
}

/** The engine at an address, asked with the key in a file. */
function engineAt(places: DecisionPlaces): EngineClient {
  const key = readFileSync(places.keyFile, 'utf8').trim();
  const call = async (path: string, body?: object): Promise<unknown> => {
    const answer = await request(`${places.engine}/api/v1/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (answer.statusCode < 300) return await answer.body.json();
    throw new UserError(refusalIn(await answer.body.text(), answer.statusCode));
  };
  return {
    places,
    start: async (template, input) => listed.parse(await call('executions', { template, input })),
    get: async (id) => execution.parse(await call(`executions/${encodeURIComponent(id)}`)),
    list: async (filters) =>
      z.array(listed).parse(await call(`executions?${new URLSearchParams(filters).toString()}`)),
    inputSchema: async (type) => {
      const asked = new URLSearchParams({ q: type, limit: '500' });
      const found = z.array(template).parse(await call(`templates?${asked.toString()}`));
      return found.find((one) => one.type === type)?.input_schema;
    },
  };
}

const problem = z.object({
  detail: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).default([]),
});

/** Why it was refused, with what is wrong field by field. */
function refusalIn(text: string, status: number): string {
  const said = problem.safeParse(jsonIn(text)).data;
  if (!said) return `the workflow engine answered ${status}: ${text.slice(0, 300)}`;
  return [said.detail, ...said.errors.map(({ path, message }) => `  ${path} ${message}`)].join(
    '\n',
  );
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // A proxy in between answers what it likes: it is shown as it is.
    return undefined;
  }
}
