import type { CacheTerms } from '@aicp/contracts/snapshot/sections/policies';
import { canonicalJson, sha256 } from '@aicp/contracts/snapshot/digest';
import type { RedisServer } from '@aicp/common/counters/testing/redis-server';
import { toldOf } from './alike-gateway.ts';
import { ask, contentOf, sharedReadsOf, sharingIn, startCached, textOf } from './cached-gateway.ts';
import { key, model, provider, simulated, type Fragments } from './fragments.ts';
import { guardrail } from './guardrails.ts';
import {
  answerJson,
  beginStream,
  type Script,
  type ScriptedProvider,
} from './scripted-provider.ts';
import { startTestGateway, type TestGateway } from './start-test-gateway.ts';

/** Who asks. Names of teams and users are the same in both organizations, and mean others; so does that of a team that was made anew. */
const CALLERS = [
  { id: 'k1', organization: 'acme', team: 'ml' },
  { id: 'k2', organization: 'acme', team: 'ml' },
  { id: 'k3', organization: 'acme', team: 'ops' },
  { id: 'k4', organization: 'acme', team: 'ml', user: 'ann' },
  { id: 'k5', organization: 'acme', team: 'ops', user: 'ann' },
  { id: 'k6', organization: 'acme' },
  { id: 'k7', organization: 'globex', team: 'ml' },
  { id: 'k8', organization: 'globex', team: 'ml', user: 'ann' },
  { id: 'k9', organization: 'globex' },
  { id: 'k10' },
  { id: 'k11' },
  { id: 'k12', organization: 'acme', team: 'ml', teamUid: 'made-anew' },
  { id: 'k13', organization: 'acme', team: 'ml', teamUid: 'made-anew' },
] as const;
type Caller = (typeof CALLERS)[number];

/** What is asked: one of the values of each. */
const CHOICES = {
  caller: CALLERS,
  model: ['small', 'large'],
  // The first two ask the same.
  content: ['how do i reset my password', 'what is the way to reset my password', 'one', 'two'],
  system: [undefined, 'Be brief.', 'Be long.'],
  user: [undefined, 'ann', 'ben'],
  temperature: [undefined, 0, 1],
  max_tokens: [undefined, 100],
  response_format: [undefined, { type: 'json_object' }],
  seed: [undefined, 1, 2],
  stream: [undefined, true],
} as const;
type Name = keyof typeof CHOICES;
type Request = { readonly [N in Name]: (typeof CHOICES)[N][number] };

/** Questions that may have the answer of another, with that one. */
const TWINS: Readonly<Record<string, string>> = { [CHOICES.content[1]]: CHOICES.content[0] };

/** So alike the simulated vectors of the two are. */
const THRESHOLD = 0.3;

const NAMES = Object.keys(CHOICES) as readonly Name[];

/** Answers with its number and with what it was asked, so that each answer is known again wherever it turns up. */
const telling: Script = (response, { body }, count) => {
  const {
    stream,
    stream_options: _,
    ...asked
  } = JSON.parse(body.toString()) as {
    stream?: boolean;
    stream_options?: object;
  };
  const content = `${count} ${questionOf(asked)}`;
  const about = { id: `c${count}`, created: count, model: 'up' };
  const usage = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 };
  if (stream !== true) {
    const message = { role: 'assistant', content };
    const choices = [{ index: 0, message, finish_reason: 'stop' }];
    answerJson(response, { ...about, object: 'chat.completion', choices, usage });
    return;
  }
  const chunks = [
    { choices: [{ index: 0, delta: { content }, finish_reason: null }] },
    { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    { choices: [], usage },
  ];
  const events = chunks.map(
    (chunk) => `data: ${JSON.stringify({ ...about, object: 'chat.completion.chunk', ...chunk })}`,
  );
  beginStream(response).end(`${[...events, 'data: [DONE]'].join('\n\n')}\n\n`);
};

const bodyOf = ({ system, content, caller: _, ...rest }: Request) => ({
  ...rest,
  messages: [
    ...(system === undefined ? [] : [{ role: 'system', content: system }]),
    { role: 'user', content },
  ],
});

/** All that the answer to a body may differ by: not who is named in it, nor how it comes. */
function questionOf(body: object): string {
  const { user: _, stream: __, ...rest } = body as { user?: unknown; stream?: unknown };
  return sha256(canonicalJson(JSON.parse(JSON.stringify(rest)) as object));
}

/** Whether an answer to a question is one to a body, since their texts ask the same. */
function isOfTwin(
  question: string | undefined,
  body: ReturnType<typeof bodyOf>,
  asTwins: typeof TWINS,
): boolean {
  const { content = '' } = body.messages.at(-1) ?? {};
  const pairs = Object.entries(asTwins);
  const both = [...pairs, ...pairs.map(([one, other]) => [other, one] as const)];
  return both.some(([one, twin]) => {
    if (content !== one) return false;
    const messages = [...body.messages.slice(0, -1), { role: 'user', content: twin }];
    return question === questionOf({ ...body, messages });
  });
}

/** Whom a caller may share an answer with, in words. */
function sharersOf(
  scope: CacheTerms['scope'],
  caller: Caller,
  claimed: string | undefined,
): string {
  const { organization, team, teamUid, user } = {
    organization: undefined,
    team: undefined,
    teamUid: 'the first',
    user: undefined,
    ...caller,
  };
  const alone = `the key ${caller.id}`;
  if (scope === 'key' || organization === undefined) {
    return scope === 'user' && user === undefined ? `${alone} for ${claimed}` : alone;
  }
  if (scope === 'organization') return `all of ${organization}`;
  if (scope === 'team')
    return team === undefined ? alone : `team ${team}, ${teamUid}, of ${organization}`;
  return user === undefined ? `${alone} for ${claimed}` : `user ${user} of ${organization}`;
}

/** What a hunt found. */
export interface Hunted {
  /** Requests that were answered by the cache. */
  readonly hits: number;
  /** Of them, those that have the answer to another question, which asks the same. */
  readonly alike: number;
  /** Of these, those that one gateway had of the other. */
  readonly shared: number;
  /** How often the one read of questions that the other was asked. */
  readonly told: number;
  /** Answers that came to somebody, or to a question, they are not of. */
  readonly leaks: readonly string[];
}

/**
 * Sends random requests, each of which differs from the one before it in one thing, to a gateway that keeps answers within `scope`, and holds what
 * comes back to `allowed`, by what whoever asks may share in words of its own. Sixteen are under way at a time.
 */
export async function huntLeaks(options: {
  readonly requests: number;
  readonly scope: CacheTerms['scope'];
  readonly allowed: CacheTerms['scope'];
  readonly random: () => number;
  /** Whether alike questions are answered as well. */
  readonly isSemantic?: boolean;
  /** Where a second gateway shares the answers of the first; absent: there is one. */
  readonly redis?: RedisServer;
}): Promise<Hunted> {
  const { requests, scope, allowed, random, redis, isSemantic = false } = options;
  const semantic = { model: 'embed', threshold: THRESHOLD, maxBytes: 1 << 24 };
  const terms = isSemantic ? { scope, semantic } : { scope };
  const asTwins = isSemantic ? TWINS : {};
  const fragments = (upstream: ScriptedProvider): Fragments => ({
    providers: [provider('up', { baseUrl: upstream.url }), simulated('vectors')],
    models: [model('small', 'up'), model('large', 'up'), model('embed', 'vectors')],
    keys: CALLERS.map(({ id, ...owner }) => key(id, owner)),
    // It finds nothing: who has it has other answers all the same.
    guardrails: [guardrail('own', { organization: 'globex', stages: ['input'] })],
  });
  await using parts = new AsyncDisposableStack();
  const config = redis && (await sharingIn(redis));
  const world = parts.use(await startCached(terms, telling, fragments, config));
  const other = config && parts.use(await startTestGateway({ ...world, config }));
  const owners = new Map<string, string>();
  const leaks: string[] = [];
  let [hits, alike] = [0, 0];
  const walk = requestsFrom(random);
  const walker = async (): Promise<void> => {
    for (let request = walk(requests); request; request = walk(requests)) {
      const body = bodyOf(request);
      const gateway = other && random() < 0.5 ? other : world.gateway;
      const { text, state } = await answerTo(gateway, request, body);
      if (state === 'hit') hits += 1;
      const [number = '', question] = saidIn(text, request.stream === true).split(' ');
      const sharers = sharersOf(allowed, request.caller, request.user);
      const owner = owners.get(number) ?? sharers;
      owners.set(number, owner);
      if (owner !== sharers) leaks.push(`an answer of ${owner} went to ${sharers}`);
      if (question === questionOf(body)) continue;
      if (isOfTwin(question, body, asTwins)) alike += 1;
      else leaks.push(`answer ${number} went to another question`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, walker));
  const shared = await sharedReadsOf(world.gateway, 'hit');
  const told = await toldOf(world.gateway, 'gets', 'hit');
  return { hits, alike, shared, told, leaks };
}

/** Throws where a request has no answer, or the beginning of one, which is nothing of the cache. */
async function answerTo(gateway: TestGateway, { caller, stream }: Request, body: object) {
  const answer = await ask(gateway, { as: caller.id, body });
  const isWhole = answer.status === 200 && (stream !== true || answer.text.includes(DONE));
  if (!isWhole) throw new Error(`it was answered ${answer.status}: ${answer.text}`);
  return answer;
}

/** The last event of a whole stream. */
const DONE = '\ndata: [DONE]\n';

const saidIn = (text: string, isStream: boolean): string =>
  isStream ? textOf(text) : String(contentOf(text));

/** Requests that differ in one thing from the one before; undefined after `most`. */
function requestsFrom(random: () => number): (most: number) => Request | undefined {
  const oneOf = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  let made = 0;
  let last = Object.fromEntries(NAMES.map((name) => [name, CHOICES[name][0]])) as Request;
  return (most) => {
    if (made >= most) return undefined;
    made += 1;
    const name = oneOf(NAMES);
    last = { ...last, [name]: oneOf<unknown>(CHOICES[name]) };
    return last;
  };
}
