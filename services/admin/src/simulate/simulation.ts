import { CALL_ATTRIBUTE } from '@aicp/contracts/decision/decision-record';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { toPrincipal, type Principal } from '@aicp/contracts/routing/request/principal';
import type { KeyFragment } from '@aicp/contracts/snapshot/sections/keys';
import type { LedgerReader } from '@aicp/ledger/query/ledger-reader';
import type { DecisionPlace, DecisionReach } from '@aicp/ledger/query/decisions';
import type { RecordedRequest } from '@aicp/ledger/query/recorded-requests';
import { changeOf, type Change } from './replay/comparison.ts';
import { costsOf, OutcomeSums, type ChangedRequest } from './outcome-sums.ts';
import { recordedFacts } from './replay/recorded-facts.ts';
import { replay, type Replayed, type ReplayTables } from './replay/replay.ts';

/** What a simulation reads of the ledger. */
export type SimulationLedger = Pick<LedgerReader, 'recordedRequests' | 'tokensOfRequests'>;

/** A request that was routed again, without the policy and with it. */
export interface ReplayedRequest {
  readonly request: RecordedRequest;
  readonly before: Replayed;
  readonly after: Replayed;
  readonly change: Change | undefined;
}

export interface SimulationOptions {
  readonly ledger: SimulationLedger;
  /** Without the policy, and with it. */
  readonly before: ReplayTables;
  readonly after: ReplayTables;
  /** Of the keys that there are, by their names. */
  readonly keys: ReadonlyMap<string, KeyFragment>;
  readonly reach: DecisionReach;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** So many of the newest are looked at. */
  readonly most: number;
  /** Told of each request that was routed again, where somebody wants to know. */
  readonly onReplayed?: (replayed: ReplayedRequest) => void;
}

/** Why a request can't be routed again. */
export const OBSTACLES = ['key_gone', 'not_recorded'] as const;
type Obstacle = (typeof OBSTACLES)[number];

/** Read at a time; the database has its turn with others in between. */
const PAGE = 4_000;
/** Routed before others have their turn. */
const AT_A_TIME = 200;
/** Named of each kind of change. */
const MOST_SAMPLES = 10;

/** What a policy would have changed. */
export class Simulation {
  /** Of all that were looked at, and by team. */
  readonly all = new OutcomeSums();
  readonly teams = new Map<string, OutcomeSums>();
  readonly obstacles: Record<Obstacle, number> = { key_gone: 0, not_recorded: 0 };
  /** What was not recorded, and of how many requests. */
  readonly missing = new Map<string, number>();
  /** Requests that would be routed otherwise today, without the policy too. */
  drifted = 0;
  readonly moves = new Map<string, { from: string; to: string; count: number }>();
  readonly samples: ChangedRequest[] = [];
  /** The oldest that was looked at, where there are more; undefined: all were. */
  cutAt: string | undefined;

  private readonly options: SimulationOptions;
  private readonly principals = new Map<string, Principal | undefined>();

  constructor(options: SimulationOptions) {
    this.options = options;
  }

  /** Looks at all of them, in pages: no more than one page is held. Rejects with DatabaseUnavailable while the database is away. */
  async run(): Promise<this> {
    const { ledger, reach, from, to, most } = this.options;
    const read = (before: DecisionPlace | undefined, limit: number) =>
      ledger.recordedRequests({ reach, from, to, limit, before });
    let limit = Math.min(PAGE, most);
    let page = await read(undefined, limit);
    for (;;) {
      const last = page.at(-1);
      const left = most - this.all.total - page.length;
      if (!last || page.length < limit) {
        await this.take(page);
        return this;
      }
      // The database reads the next page while this one is routed; of what is beyond the most, whether there is any.
      const place = { atMs: Date.parse(last.at), id: last.id };
      limit = Math.max(1, Math.min(PAGE, left));
      const next = read(place, limit);
      [page] = await Promise.all([next, this.take(page)]);
      this.cutAt = page.length > 0 ? last.at : undefined;
      if (left <= 0 || page.length === 0) return this;
      this.cutAt = undefined;
    }
  }

  private async take(page: readonly RecordedRequest[]): Promise<void> {
    const changed: ChangedRequest[] = [];
    for (const [index, request] of page.entries()) {
      if (index % AT_A_TIME === AT_A_TIME - 1) await nextTurn();
      const found = this.compare(request);
      if (found) changed.push(found);
    }
    await this.addCosts(changed);
  }

  private compare(request: RecordedRequest): ChangedRequest | undefined {
    if (request.attributes[CALL_ATTRIBUTE] !== undefined) return undefined;
    const sums = [this.all, this.teamOf(request)];
    for (const one of sums) one.total += 1;
    if (isUntouched(request)) return undefined;
    const replayed = this.replayed(request);
    if (!replayed) return undefined;
    const { before, after, change } = replayed;
    if (isDrifted(request, before.candidates)) this.drifted += 1;
    this.options.onReplayed?.(replayed);
    if (!change) return undefined;
    for (const one of sums) one.changes[change] += 1;
    const found = { request, change, from: before.first, to: after.first };
    this.note(found);
    return found;
  }

  /** Routed without the policy and with it; undefined where it can't be, which is counted. */
  private replayed(request: RecordedRequest): ReplayedRequest | undefined {
    const principal = this.principalOf(request);
    if (!principal) {
      this.obstacles.key_gone += 1;
      return undefined;
    }
    const input = { request, principal, facts: recordedFacts(request) };
    const before = replay(this.options.before, input);
    const after = replay(this.options.after, input);
    const missing = before.missing ?? after.missing;
    if (missing === undefined) return { request, before, after, change: changeOf(before, after) };
    this.obstacles.not_recorded += 1;
    this.missing.set(missing, (this.missing.get(missing) ?? 0) + 1);
    return undefined;
  }

  private note(found: ChangedRequest): void {
    const { change, from, to } = found;
    if (change === 'moved' && from && to) {
      const key = JSON.stringify([from.name, to.name]);
      const move = this.moves.get(key) ?? { from: from.id, to: to.id, count: 0 };
      move.count += 1;
      this.moves.set(key, move);
    }
    const like = this.samples.filter((sample) => sample.change === change);
    if (like.length < MOST_SAMPLES) this.samples.push(found);
  }

  /** Of those alone that another model, or none, would be paid for. */
  private async addCosts(changed: readonly ChangedRequest[]): Promise<void> {
    const dearer = changed.filter(({ change }) => change !== 'models' && change !== 'order');
    const tokens = await this.options.ledger.tokensOfRequests(
      dearer.map(({ request }) => ({ id: request.id, atMs: Date.parse(request.at) })),
    );
    for (const one of dearer) {
      const costs = costsOf(one, tokens.get(one.request.id));
      for (const { cost } of [this.all, this.teamOf(one.request)]) {
        if (costs) {
          cost.requests += 1;
          cost.before += costs.before;
          cost.after += costs.after;
        } else cost.unknown += 1;
      }
    }
  }

  private teamOf({ attributes }: RecordedRequest): OutcomeSums {
    const team = textOf(attributes['team']) ?? '';
    const known = this.teams.get(team) ?? new OutcomeSums();
    this.teams.set(team, known);
    return known;
  }

  /** Whose request it was, with the lists of the key as it is now. A key of the same name in another organization is another one. */
  private principalOf({ attributes }: RecordedRequest): Principal | undefined {
    const key = textOf(attributes['key']);
    const organization = textOf(attributes['organization']);
    const team = textOf(attributes['team']);
    const unit = textOf(attributes['business_unit']);
    const user = attributes['user_from'] === 'request' ? undefined : textOf(attributes['user']);
    const place = [key, organization, team, unit, user].join('\u0000');
    if (this.principals.has(place)) return this.principals.get(place);
    const known = key === undefined ? undefined : this.options.keys.get(key);
    const principal =
      known && known.organization === organization
        ? { ...toPrincipal(known), organization, team, businessUnit: unit, user }
        : undefined;
    this.principals.set(place, principal);
    return principal;
  }
}

/** Whether no policy could have changed anything: nobody knows who asked, or nothing was served to anybody. */
const isUntouched = ({ attributes, code }: RecordedRequest): boolean =>
  attributes['key'] === undefined || code === 'maintenance' || UNKNOWN_KEY.has(code ?? '');

const UNKNOWN_KEY: ReadonlySet<string> = new Set(['invalid_api_key', 'key_owner_missing']);

/** Whether others may serve it today than could then. */
function isDrifted(
  { candidates: recorded, code }: RecordedRequest,
  candidates: readonly { readonly id: string }[],
): boolean {
  // Of one that was refused for want of a price, those are recorded that policies left.
  if (code === 'model_unpriced') return candidates.length > 0;
  if (recorded.length !== candidates.length) return true;
  const ids = new Set(recorded);
  return candidates.some(({ id }) => !ids.has(id));
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;
