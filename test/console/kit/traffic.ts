import { until } from '../../kubernetes/control-plane/until.ts';
import type { Stage } from './stage.ts';

/** What a journey has of its own, so that journeys side by side do not see one another's requests. */
export interface TrafficOptions {
  /** What the names of the provider, the models and the key begin with. */
  readonly name: string;
  /** Its models, by the last part of their ids. */
  readonly models: readonly string[];
  /** What a million tokens of their answers cost, USD; 4 where nothing is said. */
  readonly prices?: Readonly<Record<string, string>>;
  /** How the provider answers, as a Provider's `simulation` has it. */
  readonly simulation?: Readonly<Record<string, unknown>>;
  /** Whether the key is of a team, which has the provider's name. */
  readonly hasTeam?: boolean;
  /** Whether it is of an organization, which has the provider's name too. */
  readonly hasOrganization?: boolean;
}

/** What came of a request. */
export interface Asked {
  /** By which the request is found. */
  readonly id: string;
  readonly status: number;
  /** Which model answered. */
  readonly model: string;
}

interface MadeKey {
  readonly id: string;
  readonly key: string;
}

const AT_ONCE = 8;
/** What is spent within the second in which an organization was made may be another's, which had its name: it is not told as its own. */
const CREATION_MS = 1_000;
const PATIENCE = { timeoutMs: 120_000, everyMs: 200 };

/** A simulated provider with models that cost something, and a key that asks the gateway for them. */
export class Traffic implements AsyncDisposable {
  readonly keyId: string;
  /** Of the provider, and of the team. */
  readonly name: string;
  private readonly key: string;
  private readonly stage: Stage;
  private readonly options: TrafficOptions;

  private constructor(parts: {
    readonly stage: Stage;
    readonly options: TrafficOptions;
    readonly name: string;
    readonly key: MadeKey;
  }) {
    this.stage = parts.stage;
    this.options = parts.options;
    this.name = parts.name;
    this.keyId = parts.key.id;
    this.key = parts.key.key;
  }

  /** Makes all of it, and waits until the gateway knows it. */
  static async open(stage: Stage, options: TrafficOptions): Promise<Traffic> {
    const { models } = options;
    // What was recorded stays: another run counts its own alone.
    const name = `${options.name}-${Date.now().toString(36).slice(-5)}`;
    await makeOwners(stage, name, options);
    const { hasTeam = false, hasOrganization = false } = options;
    const ownFromMs = hasOrganization ? Date.now() + CREATION_MS : 0;
    const key = await stage.admin.json<MadeKey>('POST', '/api/v1/api-keys', {
      ...{ name, role: 'member' },
      ...(hasTeam ? { team_id: name } : {}),
      ...(hasOrganization ? { organization_id: name } : {}),
    });
    const traffic = new Traffic({ stage, options, name, key });
    await traffic.answerBy(options.simulation ?? {});
    for (const model of models) await traffic.addModel(model);
    const isKnown = async (): Promise<boolean> => {
      if (Date.now() < ownFromMs) return false;
      const answers = models.map((model) => traffic.isListed(traffic.model(model)));
      return (await Promise.all(answers)).every(Boolean);
    };
    await until(isKnown, { what: `the models of ${name} are served`, ...PATIENCE });
    return traffic;
  }

  /** Id of one of its models. */
  model(part: string): string {
    return `${this.name}/${part}`;
  }

  /** How its provider answers from now on. */
  async answerBy(simulation: Readonly<Record<string, unknown>>): Promise<void> {
    const spec = { type: 'simulated', simulation: { outputTokens: 20, ...simulation } };
    await this.stage.cluster.apply({ kind: 'Provider', name: this.name, spec });
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
    const told = (name: string): string => decodeURIComponent(answer.headers.get(name) ?? '');
    return { id: told('x-request-id'), status: answer.status, model: told('x-aicp-model') };
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
    const { models, hasTeam = false, hasOrganization = false } = this.options;
    const { name } = this;
    for (const model of models) await cluster.remove('models', `${name}-${model}`);
    await cluster.remove('providers', name);
    await admin.json('DELETE', `/api/v1/api-keys/${this.keyId}`);
    if (hasTeam) await cluster.remove('teams', name);
    if (hasOrganization) await cluster.remove('organizations', name);
  }

  private async addModel(part: string): Promise<void> {
    const { prices = {} } = this.options;
    await this.stage.cluster.apply({
      kind: 'Model',
      name: `${this.name}-${part}`,
      spec: {
        ...{ modelId: this.model(part), provider: this.name },
        ...{ inputPricePerMillion: '1', outputPricePerMillion: prices[part] ?? '4' },
      },
    });
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

/** The team and the organization of a key. */
async function makeOwners(
  { cluster }: Stage,
  name: string,
  { hasTeam = false, hasOrganization = false }: TrafficOptions,
): Promise<void> {
  const spec = { displayName: name };
  if (hasOrganization) await cluster.apply({ kind: 'Organization', name, spec });
  const owner = hasOrganization ? { organizationId: name } : {};
  if (hasTeam) await cluster.apply({ kind: 'Team', name, spec: { ...spec, ...owner } });
}
