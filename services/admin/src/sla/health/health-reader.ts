import type { Principal } from '@aicp/api-kit/access/principal';
import type { Clock } from '@aicp/common/time/clock';
import { model } from '@aicp/crds/model';
import { provider } from '@aicp/crds/provider';
import type { LedgerReader } from '@aicp/ledger/query/ledger-reader';
import { LatencySum } from '@aicp/ledger/query/latency-sum';
import type { LatencyWindows } from '@aicp/ledger/query/latency-windows';
import type { LatencySpan, LatencyUnit } from '@aicp/ledger/query/latency-spans';
import type { z } from 'zod';
import type { ObjectStore } from '../../resources/store.ts';
import type { StoredObject } from '../../resources/stored-object.ts';
import { requireLedger } from '../../spend/ledger/require-ledger.ts';
import { READ, slaReachOf } from '../reach/sla-reach.ts';
import type { ViolationStore } from '../violations/violation-store.ts';
import { toldApart } from '../objectives/told-apart.ts';
import {
  circuitOf,
  figuresOf,
  stateOf,
  type healthSchema,
  type historySchema,
} from './health-figures.ts';

const HOUR = 60;
const LATELY = 5;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** What was read serves all who ask within so long, ms. */
const FRESH_MS = 10_000;
/** Points of up to so many hours are minutes, and of up to so many hours, hours; beyond, days. */
const BY_MINUTE_HOURS = 3;
const BY_HOUR_HOURS = 168;

/** A model at a provider, as far as somebody may know of it. */
interface Pair {
  readonly provider: StoredObject;
  readonly model: string;
  /** metadata.name of the Organization of the Model; undefined: the platform's. */
  readonly owner: unknown;
  /** The facts are those of everybody, and the reader is of an organization. */
  readonly hidesCounts: boolean;
  /** Whether the facts are those of this Model alone, where it is an organization's at a provider of the platform. */
  readonly isToldApart: boolean;
  /** What is older is of another provider or model, which had the same name; milliseconds since 1970. */
  readonly sinceMs: number;
}

/** How each model of each provider fares, for people. */
export class HealthReader {
  private readonly options: {
    readonly store: Pick<ObjectStore, 'list'>;
    readonly ledger: Pick<LedgerReader, 'latencyWindows' | 'latencySpans'> | undefined;
    readonly violations: Pick<ViolationStore, 'active'>;
    readonly clock: Clock;
  };
  private readonly read = new Map<
    string,
    { readonly atMs: number; readonly facts: Promise<LatencyWindows> }
  >();

  constructor(options: HealthReader['options']) {
    this.options = options;
  }

  /** Of the last hour. Throws a Problem: 403 for whoever belongs to nothing, 503 without a ledger. */
  async now(principal: Principal): Promise<z.output<typeof healthSchema>[]> {
    const reach = slaReachOf(principal, READ);
    requireLedger(this.options.ledger);
    const violations = await this.options.violations.active(reach);
    const answers: z.output<typeof healthSchema>[] = [];
    for (const { provider: of, model: id, owner, hidesCounts } of this.pairs(reach?.organization)) {
      const name = of.metadata.name;
      // What an organization promises itself of a model of the platform says nothing to others.
      const ours = [null, reach?.organization, owner];
      const windows = (await this.facts(of)).get(id);
      const hour = windows?.get(HOUR) ?? new LatencySum();
      const lately = windows?.get(LATELY) ?? new LatencySum();
      const circuit = circuitOf(of.status);
      const isViolated = violations.some(
        (one) => one.provider === name && one.model === id && ours.includes(one.organization_id),
      );
      answers.push({
        provider: name,
        model: id,
        status: stateOf({ hour, lately, circuit, isViolated }),
        ...figuresOf(hour, { hidesCounts }),
        circuit,
      });
    }
    return answers;
  }

  /** Point by point, the oldest first, as far as there were attempts. Throws as `now` does. */
  async history(
    principal: Principal,
    asked: { readonly hours: number; readonly provider?: string; readonly model?: string },
  ): Promise<z.output<typeof historySchema>[]> {
    const reach = slaReachOf(principal, READ);
    const ledger = requireLedger(this.options.ledger);
    const pairs = new Map(
      this.pairs(reach?.organization)
        .filter(
          ({ provider: of }) => asked.provider === undefined || of.metadata.name === asked.provider,
        )
        .filter((pair) => asked.model === undefined || pair.model === asked.model)
        .map((pair) => [`${pair.provider.metadata.name}\u0000${pair.model}`, pair]),
    );
    const toMs = this.options.clock.now();
    const fromMs = toMs - asked.hours * HOUR_MS;
    const spans = await ledger.latencySpans({
      unit: unitOf(asked.hours),
      fromMs,
      toMs: toMs + MINUTE_MS,
      provider: asked.provider,
    });
    return spans.flatMap((span) => {
      const pair = pairs.get(`${span.provider}\u0000${span.model}`);
      return pair && span.startsMs >= pair.sinceMs ? [pointOf(span, pair)] : [];
    });
  }

  private async facts(of: StoredObject): Promise<LatencyWindows> {
    const ledger = requireLedger(this.options.ledger);
    const nowMs = this.options.clock.now();
    const uid = of.metadata.uid ?? '';
    const before = this.read.get(uid);
    if (before && nowMs - before.atMs < FRESH_MS) return await before.facts;
    const here = this.pairs(undefined).filter(({ provider: at }) => at.metadata.uid === uid);
    const facts = ledger.latencyWindows({
      provider: of.metadata.name,
      nowMs,
      windows: [HOUR, LATELY],
      sinceMs: sinceOf(of),
      modelsSinceMs: new Map(here.map((pair) => [pair.model, pair.sinceMs])),
    });
    this.read.set(uid, { atMs: nowMs, facts });
    try {
      return await facts;
    } catch (error) {
      this.read.delete(uid);
      throw error;
    }
  }

  /** Undefined: those of everybody. */
  private pairs(organization: string | undefined): Pair[] {
    const { store } = this.options;
    const providers = new Map(store.list(provider).map((one) => [one.metadata.name, one]));
    const models = store.list(model);
    const ownSince = toldApart(models);
    const pairs = models.flatMap((one): Pair[] => {
      const of = providers.get(String(one.spec['provider']));
      if (!of) return [];
      const pair = pairOf(one, of, ownSince);
      return organization === undefined ? [pair] : seenBy(organization, pair);
    });
    const once = new Map(
      pairs.map((pair) => [`${pair.provider.metadata.name}\u0000${pair.model}`, pair]),
    );
    return [...once].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, pair]) => pair);
  }
}

function pairOf(
  model: StoredObject,
  of: StoredObject,
  ownSince: ReturnType<typeof toldApart>,
): Pair {
  const { organizationId: owner, modelId } = model.spec;
  const isGuest = owner !== undefined && of.spec['organizationId'] === undefined;
  const ownMs = isGuest ? ownSince(model) : 0;
  return {
    ...{ provider: of, model: String(modelId), owner, hidesCounts: false },
    isToldApart: ownMs !== undefined,
    sinceMs: Math.max(sinceOf(of), ownMs ?? 0),
  };
}

/** A pair as an organization may know of it; none that is another's. Models of others at a provider of the platform are known to nobody else. */
function seenBy(organization: string, pair: Pair): Pair[] {
  const { owner, isToldApart } = pair;
  const host = pair.provider.spec['organizationId'];
  if (owner === organization) return (host ?? owner) === owner && isToldApart ? [pair] : [];
  return owner === undefined && host === undefined ? [{ ...pair, hidesCounts: true }] : [];
}

/** What is older is of another provider of an organization, which had the same name. */
const sinceOf = ({ metadata, spec }: StoredObject): number =>
  spec['organizationId'] === undefined || metadata.creationTimestamp === undefined
    ? 0
    : Date.parse(metadata.creationTimestamp);

function unitOf(hours: number): LatencyUnit {
  if (hours <= BY_MINUTE_HOURS) return 'minute';
  return hours <= BY_HOUR_HOURS ? 'hour' : 'day';
}

function pointOf(span: LatencySpan, { hidesCounts }: Pair): z.output<typeof historySchema> {
  const sum = new LatencySum();
  sum.add(span);
  return {
    at: new Date(span.startsMs).toISOString(),
    provider: span.provider,
    model: span.model,
    ...figuresOf(sum, { hidesCounts }),
  };
}
