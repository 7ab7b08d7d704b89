import { until } from '../../kubernetes/control-plane/until.ts';
import type { Stage } from './stage.ts';

/** What a journey has of its own, so that journeys side by side do not see one another's requests. */
export interface TrafficOptions {
  /** In the names of the provider, the models and the key. */
  readonly name: string;
  /** Its models, by the last part of their ids. */
  readonly models: readonly string[];
  /** How the provider answers, as a Provider's `simulation` has it. */
  readonly simulation?: Readonly<Record<string, unknown>>;
  /** Whose the key is. */
  readonly team?: string;
}

/** What came of a request. */
export interface Asked {
  /** By which the request is found. */
  readonly id: string;
  readonly status: number;
}

interface MadeKey {
  readonly id: string;
  readonly key: string;
}

const AT_ONCE = 8;
const PATIENCE = { timeoutMs: 120_000, everyMs: 200 };

/** A simulated provider with models that cost something, and a key that asks the gateway for them. */
export class Traffic implements AsyncDisposable {
  readonly keyId: string;
  private readonly key: string;
  private readonly stage: Stage;
  private readonly options: TrafficOptions;

  private constructor(stage: Stage, options: TrafficOptions, { id, key }: MadeKey) {
    this.stage = stage;
    this.options = options;
    this.keyId = id;
    this.key = key;
  }

  /** Makes all of it, and waits until the gateway knows it. */
  static async open(stage: Stage, options: TrafficOptions): Promise<Traffic> {
    const { name, models, team } = options;
    const made = await stage.admin.json<MadeKey>('POST', '/api/v1/api-keys', {
      ...{ name: `Of ${name}`, role: 'member' },
      ...(team === undefined ? {} : { team_id: team }),
    });
    const traffic = new Traffic(stage, options, made);
    await traffic.answerBy(options.simulation ?? {});
    for (const model of models) {
      await stage.cluster.apply({
        kind: 'Model',
        name: `${name}-${model}`,
        spec: {
          ...{ modelId: traffic.model(model), provider: name },
          ...{ inputPricePerMillion: '1', outputPricePerMillion: '4' },
        },
      });
    }
    const isKnown = async (): Promise<boolean> => {
      const answers = models.map((model) => traffic.isListed(traffic.model(model)));
      return (await Promise.all(answers)).every(Boolean);
    };
    await until(isKnown, { what: `the models of ${name} are served`, ...PATIENCE });
    return traffic;
  }

  /** Name of the provider. */
  get provider(): string {
    return this.options.name;
  }

  /** Id of one of its models. */
  model(part: string): string {
    return `${this.options.name}/${part}`;
  }

  /** How its provider answers from now on. */
  async answerBy(simulation: Readonly<Record<string, unknown>>): Promise<void> {
    const spec = { type: 'simulated', simulation: { outputTokens: 20, ...simulation } };
    await this.stage.cluster.apply({ kind: 'Provider', name: this.options.name, spec });
  }

  /** Asks one of its models. */
  async ask(
    part: string,
    headers: Readonly<Record<string, string>> = {},
    body: Readonly<Record<string, unknown>> = {},
  ): Promise<Asked> {
    const authorization = `Bearer ${this.key}`;
    const asked = { model: this.model(part), ...body };
    const answer = await this.stage.aicp.ask(asked, { authorization, ...headers });
    await answer.arrayBuffer();
    return { id: answer.headers.get('x-request-id') ?? '', status: answer.status };
  }

  /** Asks so many times, some at once; `asks` says how, by the number of the request. */
  async askMany(
    count: number,
    asks: (number: number) => Promise<Asked>,
  ): Promise<readonly Asked[]> {
    const all: Asked[] = [];
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < count) {
        const number = next;
        next += 1;
        all.push(await asks(number));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return all;
  }

  /** Waits until so many requests of its key are recorded, with what they cost. */
  async recorded(count: number): Promise<void> {
    const query = `key=${encodeURIComponent(this.keyId)}&limit=500`;
    const isThere = async (): Promise<boolean> => {
      const found = await this.stage.admin.json<readonly { readonly completion: unknown }[]>(
        ...(['GET', `/api/v1/requests?${query}`] as const),
      );
      return found.filter(({ completion }) => completion !== null).length >= count;
    };
    await until(isThere, { what: `${count} requests are recorded`, ...PATIENCE });
  }

  /** Takes it all away again. */
  async [Symbol.asyncDispose](): Promise<void> {
    const { cluster, admin } = this.stage;
    const { name, models } = this.options;
    for (const model of models) await cluster.remove('models', `${name}-${model}`);
    await cluster.remove('providers', name);
    await admin.json('DELETE', `/api/v1/api-keys/${this.keyId}`);
  }

  private async isListed(model: string): Promise<boolean> {
    const { gatewayUrl } = this.stage.aicp;
    const headers = { authorization: `Bearer ${this.key}` };
    const answer = await fetch(`${gatewayUrl}/v1/models`, { headers });
    if (!answer.ok) return false;
    const { data } = (await answer.json()) as { readonly data: readonly { readonly id: string }[] };
    return data.some(({ id }) => id === model);
  }
}
