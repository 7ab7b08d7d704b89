import type { KnownKey } from '@aicp/api-kit/access/keys-by-section';
import { shownUsd } from '@aicp/contracts/budgets/nano-usd';
import type { SpendSubject } from '@aicp/contracts/spend/spend-subject';
import type { ModelFragment } from '@aicp/contracts/snapshot/sections/catalog';
import { unpricedDecision } from '@aicp/contracts/prices/unpriced-decision';
import { modelNotFound, unpriced, type RoutingRefusal } from '@aicp/contracts/routing/refusal';
import { titleOf, usedOf } from '../alerts/alert-of.ts';
import { stopsAnything, type Known } from '../snapshot/budget-directory.ts';
import type { NamedModel } from '../snapshot/model-names.ts';
import { thresholdsAt, type MoneyLimit } from '../snapshot/money-limit.ts';
import type { SpendFigures } from '../spend/spend-figures.ts';
import { isSpendOf, type Payer } from '@aicp/contracts/spend/payer';
import { costTags } from '@aicp/contracts/usage/cost-tags';
import { subjectsOfTag } from '@aicp/contracts/spend/spend-subjects';
import { subjectsOf } from '../spend/spend-subjects.ts';
import { statusOf, type Standing } from '../spend/standing.ts';
import { estimate, type PreRequest } from './estimate.ts';

export interface PreRequestVerdict {
  readonly allowed: boolean;
  readonly message: string;
  readonly warning: string | null;
  /** How limits would stand that the request would pass, and what is to be said of each. */
  readonly exceeded: readonly { readonly standing: Standing; readonly message: string }[];
}

/** What is known of spend at a moment. */
export interface SpendNow {
  readonly known: Known;
  readonly figures: SpendFigures;
  readonly nowMs: number;
}

/** Whether the gateway would serve a request of a key, by the name of its model, its price, and the limits that apply. Nothing is reserved. */
export function judgePreRequest(
  request: PreRequest,
  key: KnownKey,
  now: SpendNow,
): PreRequestVerdict {
  const served = servedBy(request, key, now);
  if ('refusal' in served) {
    return { allowed: false, message: served.refusal.message, warning: null, exceeded: [] };
  }
  const { model, cost } = served;
  const { known } = now;
  const spender = { key, tags: tagsOf(request, key) };
  const standings = standingsAfter(subjectsOfRequest(spender, model, known), cost ?? 0n, now);
  const exceeded = standings.filter(({ status }) => status === 'exceeded');
  const stops = stopsAnything(known)
    ? exceeded.filter(({ limit }) => limit.action === 'block')
    : [];
  const warned = standings.filter((one) => one.status !== 'ok' && !stops.includes(one));
  const warnings = [
    ...(cost === undefined ? [`"${request.model}" has no price here: its cost is not known`] : []),
    ...warned.map((standing) => sentenceOf(standing, cost ?? 0n)),
  ];
  const [stop] = stops;
  return {
    allowed: stop === undefined,
    message: stop
      ? `${sentenceOf(stop, cost ?? 0n)}. Ask an administrator for more.`
      : `The request is within its budgets; it may cost ${shownUsd(cost ?? 0n)} USD.`,
    warning: warnings.length > 0 ? warnings.join('; ') : null,
    exceeded: exceeded.map((standing) => ({ standing, message: sentenceOf(standing, cost ?? 0n) })),
  };
}

/** Who would serve, and what that would cost; undefined where nobody knows. */
interface Served {
  readonly model: NamedModel;
  readonly cost: bigint | undefined;
}

/** Of a group the dearest of those that may serve, since any of them may. Fallbacks are not looked at: another gateway sends the request to the very model. */
function servedBy(
  request: PreRequest,
  key: KnownKey,
  { known, nowMs }: SpendNow,
): Served | { readonly refusal: RoutingRefusal } {
  const models = known.models.behind(request.model, key.organization);
  if (models.length === 0) return { refusal: modelNotFound(request.model) };
  const { unpricedModelPolicy: policy } = known;
  const spender = { key, tags: tagsOf(request, key) };
  const hasMoneyLimit = models.some((model) => isLimited(spender, model, known));
  const served = models.flatMap((model): Served[] => {
    const { isPriced } = model.pricing.at(nowMs);
    if (unpricedDecision({ isPriced, policy, hasMoneyLimit }) === 'refuse') return [];
    const isFree = !isPriced && policy === 'zero';
    return [{ model, cost: isFree ? 0n : estimate(request, model, nowMs) }];
  });
  const [first, ...others] = served;
  if (!first) return { refusal: unpriced(request.model) };
  return others.reduce((most, one) => ((one.cost ?? -1n) > (most.cost ?? -1n) ? one : most), first);
}

/** Whether some limit that may refuse requests counts what a key spends on a model. */
const isLimited = (spender: Spending, model: NamedModel, known: Known): boolean =>
  stopsAnything(known) &&
  subjectsOfRequest(spender, model, known).some((subject) =>
    known.book.on(subject).some(({ action }) => action !== 'warn'),
  );

/** Whose request it is, and its tags, `name=value`. */
interface Spending {
  readonly key: KnownKey;
  readonly tags: readonly string[];
}

/** What a key says of a tag counts in place of what its request says. */
const tagsOf = ({ metadata = {} }: PreRequest, key: KnownKey): string[] =>
  Object.entries({ ...costTags(metadata, {}), ...key.metadata }).map(
    ([name, value]) => `${name}=${value}`,
  );

/** Whose spend the request of a key would add to. */
function subjectsOfRequest(
  { key, tags }: Spending,
  { fragment: model }: NamedModel,
  { models }: Known,
): SpendSubject[] {
  const { organization = '', businessUnit = '', team = '', user = '' } = key;
  const own = { organization, businessUnit, team, user, key: key.id, model: model.id };
  const payer = payerOfModel(model);
  const platformModel = models.heirs.platformId(model.id, key.organization);
  return [
    ...subjectsOf({ ...own, platformModel, payer }),
    ...tags
      .flatMap((tag) => subjectsOfTag(organization, tag))
      .filter((subject) => isSpendOf(subject, payer)),
  ];
}

/** A model that an organization brought by itself is one of its own Providers'. */
const payerOfModel = (model: ModelFragment): Payer =>
  model.organization !== undefined && model.inherits === undefined ? 'organization' : 'platform';

/** How each limit would stand that has a count of one of these, once a request has cost so much, by id of the limit. */
const standingsAfter = (
  subjects: readonly SpendSubject[],
  cost: bigint,
  now: SpendNow,
): Standing[] =>
  subjects
    .flatMap((subject) =>
      now.known.book.on(subject).map((limit) => standingAfter(limit, subject, { ...now, cost })),
    )
    .sort((one, other) => compareIds(one.limit.id, other.limit.id));

const compareIds = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

function standingAfter(
  limit: MoneyLimit,
  subject: SpendSubject,
  { figures, nowMs, cost }: SpendNow & { readonly cost: bigint },
): Standing {
  const thresholds = thresholdsAt(limit, nowMs);
  const before = figures.spent(subject, limit.window);
  const spent = before + cost;
  // What spends a limit to its last nano-dollar is within it; once that is gone, nothing is.
  const reserved = figures.reserved(subject, limit.window);
  const isLast = before + reserved < thresholds.hard && spent + reserved === thresholds.hard;
  return {
    ...{ limit, thresholds, subject, spent, reserved },
    status: isLast ? 'warning' : statusOf(spent + reserved, thresholds),
    period: figures.periods[limit.window],
  };
}

function sentenceOf(standing: Standing, cost: bigint): string {
  const { spent, period } = standing;
  const ends = new Date(period.endsMs).toISOString();
  const used = usedOf({ ...standing, spent: spent - cost });
  return `${titleOf(standing)}: ${used}, and this request may cost ${shownUsd(cost)} USD; it resets at ${ends}`;
}
