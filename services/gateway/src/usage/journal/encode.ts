import type { RuntimeModel } from '../../routing/runtime.ts';
import { batchPrices } from '@aicp/contracts/prices/batch-prices';
import { ratesFor, type Rates } from '@aicp/contracts/prices/prices';
import type { PricesInForce } from '@aicp/contracts/prices/price-schedule';
import type { RoutingProvider } from '@aicp/contracts/routing/catalog/resolution';
import { payerOf } from '@aicp/contracts/spend/payer';
import type { Assignment } from '@aicp/contracts/routing/trial/try-tests';
import type { Principal } from '@aicp/contracts/routing/request/principal';
import type { PromptUsed } from '@aicp/contracts/usage/usage-record';
import type { AttemptLine } from './attempt-line.ts';
import type { OutcomeLine } from './codec.ts';

/** A model, as far as records of its requests say something of it. */
export type PricedModel = Pick<RuntimeModel, 'id' | 'pricing'> & {
  readonly provider: Pick<RoutingProvider, 'id' | 'organization'>;
};

/** What is known of a request before its provider is asked. */
export interface Intent {
  readonly id: string;
  readonly requestId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly principal: Principal;
  /** The request's own `user`. */
  readonly user: string | undefined;
  /** Of the request; those of its key win. */
  readonly tags: Readonly<Record<string, string>> | undefined;
  readonly requestedName: string | undefined;
  /** Who is tried first; undefined where the request is refused. */
  readonly model: PricedModel | undefined;
  readonly policy: string | undefined;
  /** In which arm of which A/B test it is; absent: in none. */
  readonly assignment?: Assignment | undefined;
  /** The prompt that it names; absent: none. */
  readonly prompt?: PromptUsed | undefined;
  readonly revision: string;
  readonly likelyTokens: readonly [input: number, output: number];
  /** How many requests it stands for, as a batch, whose requests have prices of their own; absent: one. */
  readonly requests?: number | undefined;
  /** Whether costs are reckoned. */
  readonly priced: boolean;
}

/** Writes intents. The parts that belong to a key or a model are the same for all their requests, and are made once. */
export class IntentEncoder {
  private readonly principals = new WeakMap<Principal, string>();
  private readonly principalTags = new WeakMap<Principal, string>();
  private readonly models = new WeakMap<PricedModel, string>();
  private readonly prices = new WeakMap<Rates, string>();

  encode(intent: Intent): string {
    const { id, requestId, principal, model, assignment, prompt, requests } = intent;
    return (
      `{"i":"${id}"${id === requestId ? '' : member('req', requestId)},"at":${intent.at}` +
      cached(this.principals, principal, principalText) +
      (principal.user === undefined ? member('claim', intent.user) : '') +
      this.tags(intent) +
      member('asked', intent.requestedName) +
      (model ? cached(this.models, model, modelText) : '') +
      (model && intent.priced ? this.pricesOf(model, intent) : '') +
      member('policy', intent.policy) +
      (assignment ? member('ab', assignment.test) + member('arm', assignment.arm) : '') +
      (prompt ? `,"prompt":${JSON.stringify(prompt)}` : '') +
      number('lines', requests) +
      `,"rev":"${intent.revision}","est":[${intent.likelyTokens[0]},${intent.likelyTokens[1]}]}`
    );
  }

  /** The same once more, with the attempts so far. The last of them is at `model`. */
  encodeAgain(intent: Intent, model: PricedModel, att: readonly AttemptLine[]): string {
    const prices = intent.priced ? this.pricesOf(model, intent) : '';
    const now = `{${(cached(this.models, model, modelText) + prices).slice(1)}}`;
    return (
      `${this.encode(intent).slice(0, -1)},"att":${JSON.stringify(att)}` +
      `${model === intent.model ? '' : `,"now":${now}`}}`
    );
  }

  /** Of the moment, and of a prompt of the likely size. */
  private pricesOf({ pricing }: PricedModel, { at, likelyTokens, requests }: Intent): string {
    const [input] = likelyTokens;
    const prices = requests === undefined ? pricing.at(at) : batchPrices(pricing.at(at));
    const rates = ratesFor(prices, input / (requests ?? 1));
    let text = this.prices.get(rates);
    if (text === undefined) {
      text = pricesText(rates, prices);
      this.prices.set(rates, text);
    }
    return text;
  }

  private tags({ principal, tags }: Intent): string {
    return tags
      ? tagsText({ ...tags, ...principal.metadata })
      : cached(this.principalTags, principal, ({ metadata }) => tagsText(metadata));
  }
}

function cached<K extends object, V>(cache: WeakMap<K, V>, key: K, make: (key: K) => V): V {
  let value = cache.get(key);
  if (value === undefined) {
    value = make(key);
    cache.set(key, value);
  }
  return value;
}

/** Writes an outcome. By hand, since it is written for every request: JSON.stringify takes three times as long. */
export function outcomeText(outcome: OutcomeLine): string {
  const { tok, status } = outcome;
  const audio = tok.length === 7 ? `,${tok[5]},${tok[6]}` : '';
  return (
    `{"o":"${outcome.o}","tok":[${tok[0]},${tok[1]},${tok[2]},${tok[3]},${tok[4]}${audio}]` +
    number('est', outcome.est) +
    member('end', outcome.end) +
    (status === null ? ',"status":null' : number('status', status)) +
    number('ms', outcome.ms) +
    number('first', outcome.first) +
    number('tries', outcome.tries) +
    (outcome.att ? `,"att":${JSON.stringify(outcome.att)}` : '') +
    number('cost', outcome.cost) +
    member('model', outcome.model) +
    member('via', outcome.via) +
    number('own', outcome.own) +
    member('ver', outcome.ver) +
    member('cache', outcome.cache) +
    (outcome.saved ? `,"saved":[${outcome.saved[0]},${outcome.saved[1]}]` : '') +
    (outcome.grd ? `,"grd":${JSON.stringify(outcome.grd)}` : '') +
    '}'
  );
}

const number = (name: string, value: number | undefined): string =>
  value === undefined ? '' : `,"${name}":${value}`;

const member = (name: string, value: string | undefined): string =>
  value === undefined ? '' : `,"${name}":${JSON.stringify(value)}`;

function tagsText(tags: Readonly<Record<string, string>>): string {
  const text = JSON.stringify(tags);
  return text === '{}' ? '' : `,"tags":${text}`;
}

const principalText = (principal: Principal): string =>
  member('key', principal.key) +
  member('org', principal.organization) +
  member('bu', principal.businessUnit) +
  member('team', principal.team) +
  member('user', principal.user);

const modelText = ({ id, provider }: PricedModel): string =>
  member('model', id) +
  member('via', provider.id) +
  (payerOf(provider) === 'organization' ? ',"own":1' : '');

function pricesText({ input, output }: Rates, { perRequest, version }: PricesInForce): string {
  if (input === undefined && output === undefined) return '';
  const ofTokens = [input?.toString() ?? null, output?.toString() ?? null];
  const prices = perRequest === 0n ? ofTokens : [...ofTokens, perRequest.toString()];
  return `${member('ver', version)},"prices":${JSON.stringify(prices)}`;
}
