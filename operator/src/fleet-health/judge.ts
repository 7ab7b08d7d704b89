import type { TargetHealth } from '@aicp/crds/kit/target-health';
import type { HealthyReason } from '@aicp/crds/reasons/reasons';
import { worstOf, type CountingSum, type ProviderSum, type Sum } from './fleet-sums.ts';
import { isHeldBack, type HealthStatement } from './statement.ts';

/** Fewer failures than this are chance. */
const FEW = 3;
/** From which share of failures on it is bad, and down to which share it stays so once it is, so that it does not waver. */
const DEGRADED = { from: 0.05, until: 0.02 };
const FAILING = { from: 0.5, until: 0.3 };

type Level = Extract<HealthyReason, 'Serving' | 'Degraded' | 'Failing'>;

/** What was said before of what is judged; undefined where nothing was. */
type Before = Pick<HealthStatement, 'reason'> | undefined;

/** How a provider fares; undefined where its figures say too little. `replicas` are all that were heard. */
export function judgeProvider(
  sum: ProviderSum,
  replicas: number,
  before: Before,
): HealthStatement | undefined {
  const heldBack = sum.targets.filter(isHeldBack);
  const level = providerLevel(sum, heldBack, before);
  if (level === undefined) return undefined;
  const targets = worstOf(sum.targets);
  if (level === 'Serving') return statement(level, { message: 'requests are answered', targets });
  const circuits = heldBack.length === 0 ? [] : [circuitsOf(heldBack, replicas)];
  const kinds = heldBack.length === 0 ? kindsOf(sum.targets.filter(hasFailed)) : '';
  const message = [...circuits, ...sharesOf(sum).map((share) => share + kinds)].join('; ');
  return statement(level, { message, targets });
}

/** How a model fares; undefined where its figures say too little. */
export function judgeModel(
  sum: Sum,
  provider: { readonly name: string; readonly isFailing: boolean },
  before: Before,
): HealthStatement | undefined {
  const isUnanswered = sum.failures === sum.attempts;
  if (provider.isFailing && isUnanswered) {
    const message = `its provider ${provider.name} fails: see the condition Healthy of that`;
    return statement('ProviderFailing', { message });
  }
  const level = levelOf(sum, before);
  if (level === undefined) return undefined;
  const message = level === 'Serving' ? 'requests are answered' : sharesOf(sum).join();
  return statement(level, { message });
}

/**
 * How gateways count what a policy limits; undefined where nothing is to be said and nothing was. What an organization may read of its own
 * policies says nothing of the platform's Redis.
 */
export function judgeCounting(
  sum: CountingSum,
  isPlatforms: boolean,
  before: Before,
): HealthStatement | undefined {
  const apart = [...alone(sum, isPlatforms), ...inMemory(sum)];
  if (apart.length > 0) return statement('CountingAlone', { message: apart.join('; ') });
  if (sum.evicting > 0) {
    const whose = isPlatforms ? 'maxmemory-policy of the Redis is not noeviction: ' : '';
    const message = `${whose}counts may be thrown away, and the limit begin anew then`;
    return statement('MayBeEvicted', { message });
  }
  const isOne = sum.inMemory > 0;
  if (isOne && !before) return undefined;
  return statement('Shared', {
    message: isOne ? 'one gateway counts all' : 'gateways count all together',
  });
}

/** Of a limit of which no gateway says anything any more. */
export const unreported = (): HealthStatement =>
  statement('NotReported', { message: 'no gateway has said of late how it counts' });

function alone({ alone: count, replicas, faults }: CountingSum, isPlatforms: boolean): string[] {
  if (count === 0) return [];
  const why = isPlatforms ? inBrackets(faults) : '';
  const [counts, who] = count === 1 ? ['counts', 'it'] : ['count', 'each'];
  return [
    `${count} of ${gateways(replicas)} ${counts} alone${why}: ${who} lets its share of the limit pass`,
  ];
}

/** One gateway that counts in its memory counts all. */
function inMemory({ inMemory: count, replicas }: CountingSum): string[] {
  if (count === 0 || replicas === 1) return [];
  const [counts, who] = count === 1 ? ['counts in its', 'it'] : ['count in their', 'each'];
  return [
    `${count} of ${gateways(replicas)} ${counts} memory: ${who} lets its share of the limit pass`,
  ];
}

/** Of what nobody has asked for a while. */
export const unused = (): HealthStatement =>
  statement('NoTraffic', { message: 'no requests were sent to it for some minutes' });

const STATUSES: Readonly<Record<HealthyReason, HealthStatement['status']>> = {
  Serving: 'True',
  Degraded: 'False',
  Failing: 'False',
  ProviderFailing: 'False',
  NoTraffic: 'Unknown',
  Shared: 'True',
  CountingAlone: 'False',
  MayBeEvicted: 'False',
  NotReported: 'Unknown',
};

const statement = (
  reason: HealthyReason,
  { message, targets = [] }: { message: string; targets?: readonly TargetHealth[] },
): HealthStatement => ({ status: STATUSES[reason], reason, message, targets });

function providerLevel(
  sum: Sum,
  heldBack: readonly TargetHealth[],
  before: Before,
): Level | undefined {
  const level = levelOf(sum, before);
  if (heldBack.length === 0) return level;
  // Where nobody asks, nothing says that those who are not held back have failed since.
  if (sum.attempts === 0 && before?.reason === 'Degraded') return 'Degraded';
  const isUnanswered = sum.failures === sum.attempts;
  return level === 'Failing' || isUnanswered ? 'Failing' : 'Degraded';
}

function levelOf({ attempts, failures }: Sum, before: Before): Level | undefined {
  if (failures >= FEW) {
    const share = failures / attempts;
    const wasFailing = before?.reason === 'Failing';
    if (share >= (wasFailing ? FAILING.until : FAILING.from)) return 'Failing';
    const wasBad = wasFailing || before?.reason === 'Degraded';
    if (share >= (wasBad ? DEGRADED.until : DEGRADED.from)) return 'Degraded';
  }
  return failures < attempts ? 'Serving' : undefined;
}

const hasFailed = ({ failures }: TargetHealth): boolean => failures > 0;

/** `2 of 3 gateways have an open circuit (timeout) for credential b`. */
function circuitsOf(heldBack: readonly TargetHealth[], replicas: number): string {
  const count = new Set(heldBack.map(({ replica }) => replica)).size;
  const have = count === 1 ? 'has' : 'have';
  const credentials = distinct(heldBack.map(({ credential }) => credential));
  const isPlain = credentials.length === 1 && credentials[0] === 'default';
  const noun = credentials.length === 1 ? 'credential' : 'credentials';
  const whose = isPlain ? '' : ` for ${noun} ${listed(credentials)}`;
  return `${count} of ${gateways(replicas)} ${have} an open circuit${whose}${kindsOf(heldBack)}`;
}

/** ` (connection, timeout)`: how the last attempts failed. */
const kindsOf = (targets: readonly TargetHealth[]): string =>
  inBrackets(targets.flatMap(({ reason }) => reason ?? []));

function inBrackets(words: readonly string[]): string {
  const kinds = distinct(words);
  return kinds.length === 0 ? '' : ` (${listed(kinds)})`;
}

const gateways = (count: number): string => (count === 1 ? '1 gateway' : `${count} gateways`);

const MOST_LISTED = 3;

const listed = (words: readonly string[]): string =>
  words.length <= MOST_LISTED
    ? words.join(', ')
    : `${words.slice(0, MOST_LISTED).join(', ')} and ${words.length - MOST_LISTED} more`;

const distinct = (words: readonly string[]): string[] => [...new Set(words)].sort();

/** Per cents that are told; others are told as the nearest of them, so that a message does not change with every request. */
const TOLD = [1, 2, 5, 10, 20, 30, 50, 70, 90, 99];

/** Which part of the attempts failed, in words; none where all were answered. */
function sharesOf({ attempts, failures }: Sum): string[] {
  if (failures === 0) return [];
  if (failures === attempts) return ['all attempts of the last minute failed'];
  const percent = (100 * failures) / attempts;
  const nearest = TOLD.reduce((best, one) =>
    Math.abs(one - percent) < Math.abs(best - percent) ? one : best,
  );
  return [`about ${nearest} % of the attempts of the last minute failed`];
}
