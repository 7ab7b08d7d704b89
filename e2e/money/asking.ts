import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Installed } from '../installed/installed.ts';

/**
 * What the code below stands on: `ask()` sends one request over a connection of its own, so that requests come to all gateways. As SDKs do, it asks again where it is
 * told that this helps: a budget service on a busy machine may not have granted in time.
 */
const ASK = (model: string): string => `
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
const headers = { authorization: 'Bearer ' + process.env.AICP_KEY, 'content-type': 'application/json' };
const body = JSON.stringify({ model: '${model}', max_tokens: ${TOKENS}, messages: [{ role: 'user', content: 'Hello' }] });
const askOnce = () => new Promise((resolve) => {
  const sent = request(process.env.GATEWAY_URL, { method: 'POST', agent: false, headers }, async (answer) => {
    resolve({ status: answer.statusCode, code: JSON.parse(await text(answer)).error?.code, retry: answer.headers['x-should-retry'] });
  });
  sent.once('error', (error) => resolve({ status: 0, code: error.code }));
  sent.end(body);
});
const ask = async () => {
  for (let tries = 1; ; tries += 1) {
    const answer = await askOnce();
    if (answer.retry !== 'true' || tries === ${TRIES}) return answer;
    await new Promise((resolve) => setTimeout(resolve, ${RETRY_MS}));
  }
};
let input = '';
let isOver = false;
process.stdin.setEncoding('utf8').on('data', (part) => { input += part; }).on('end', () => { isOver = true; });
`;

const TRIES = 10;
const RETRY_MS = 2_000;
/** Tokens of each answer, which are all that has a price. */
const TOKENS = 8;
/** USD a million tokens of an answer; so a request costs $0.008. */
const PRICE = 1_000;
/** What a request costs, in thousandths of a dollar. */
export const MILLS = (TOKENS * PRICE) / 1_000;

/** After so long without an answer nobody waits for one any more. */
const PATIENCE_MS = 20_000;

const answersSchema = z.array(
  z.object({ status: z.int(), code: z.string().nullish(), retry: z.string().optional() }),
);
export type Answers = z.output<typeof answersSchema>;

const countedSchema = z.object({ answered: z.int(), others: z.record(z.string(), z.int()) });
const openedSchema = z.object({ openedAt: z.number(), input: z.string() });
/** Two moments, in milliseconds since 1970. */
const momentsSchema = z.tuple([z.coerce.number(), z.coerce.number()]);

/** How long it took until requests were answered, ms. */
export interface Opening {
  /** From the start of the command that opened it. */
  readonly sinceCommand: number;
  /** From the API server's answer to its change. */
  readonly sinceChange: number;
}

/** A client in the pod that has the load, of one model of its own. */
export class Asking {
  readonly model: string;
  private readonly installed: Installed;
  private readonly namespace: string;
  private readonly provider: string;

  constructor(parts: {
    readonly installed: Installed;
    readonly namespace: string;
    readonly model: string;
    readonly provider?: string | undefined;
  }) {
    this.installed = parts.installed;
    this.namespace = parts.namespace;
    this.model = parts.model;
    this.provider = parts.provider ?? 'quickstart';
  }

  /** The Model, as an object to apply. */
  get object(): object {
    return {
      apiVersion: 'aicp.dev/v1alpha1',
      kind: 'Model',
      metadata: { name: this.model },
      spec: {
        modelId: this.model,
        provider: this.provider,
        inputPricePerMillion: 0,
        outputPricePerMillion: PRICE,
      },
    };
  }

  /** So many requests, one after the other. */
  async times(count: number): Promise<Answers> {
    const code = `
      const answers = [];
      while (answers.length < ${count}) answers.push(await ask());
      process.stdout.write(JSON.stringify(answers));
      process.exit();`;
    return answersSchema.parse(JSON.parse(await this.during('', code)));
  }

  /** Asks all the time while bash commands run, and counts answers. */
  async while(commands: string): Promise<z.output<typeof countedSchema>> {
    const code = `
      let answered = 0;
      const others = {};
      const work = async () => {
        while (!isOver) {
          const { status, code } = await ask();
          if (status === 200) answered += 1;
          else others[status + ' ' + code] = (others[status + ' ' + code] ?? 0) + 1;
        }
      };
      await Promise.all([work(), work(), work(), work()]);
      process.stdout.write(JSON.stringify({ answered, others }));`;
    return countedSchema.parse(JSON.parse(await this.during(`{ ${commands}; } >&2`, code)));
  }

  /**
   * Asks again and again while `kubectl patch` runs with these arguments, and until there is an answer after the API server's to the patch. kubectl tells of
   * that at once, and ends some time later.
   */
  async untilOpen(patch: string): Promise<Opening> {
    const code = `
      const openings = [];
      const moments = () => input.trim().split('\\n');
      const openedAt = () => isOver && openings.find((moment) => moment >= Number(moments().at(-1)));
      const isRefused = () => isOver && moments().length < 2;
      const end = Date.now() + ${PATIENCE_MS};
      while (!openedAt() && !isRefused() && Date.now() < end) if ((await ask()).status === 200) openings.push(Date.now());
      process.stdout.write(JSON.stringify({ openedAt: openedAt(), input }));
      process.exit();`;
    const said = await this.during(
      `date +%s%3N; kubectl patch ${patch} -v=6 2>&1 | while IFS= read -r line; do
        case $line in *PATCH*'200 OK'*) date +%s%3N ;; *) echo "$line" >&2 ;; esac
      done`,
      code,
    );
    const { openedAt, input } = openedSchema.parse(JSON.parse(said));
    const [commandAt, changedAt] = momentsSchema.parse(input.trim().split('\n'));
    return { sinceCommand: openedAt - commandAt, sinceChange: openedAt - changedAt };
  }

  /** Runs code in the pod, whose standard input is what bash commands print, and ends with them. */
  private async during(commands: string, code: string): Promise<string> {
    const end = `end-${randomBytes(4).toString('hex')}`;
    const program = `${ASK(this.model)}${code}`;
    return await this.installed.script(`
      program=$(cat <<'${end}'\n${program}\n${end}\n)
      ( ${commands === '' ? 'true' : commands} ) |
        kubectl exec --stdin load --namespace ${this.namespace} -- node --input-type=module --eval "$program"`);
  }
}
