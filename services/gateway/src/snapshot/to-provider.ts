import { whyUnusable } from '@aicp/contracts/routing/catalog/resolution';
import type {
  CredentialFragment,
  ModelFragment,
  ProviderFragment,
  ProviderSecretsFragment,
} from '@aicp/contracts/snapshot/sections/catalog';
import type { HealthBook } from '../health/health-book.ts';
import type { ClientWish } from '../providers/client-registry.ts';
import type { ProviderClient } from '../providers/upstream/provider-client.ts';
import type { RuntimeProvider, RuntimeTarget, TimeLimits } from '../routing/runtime.ts';
import { ONLY_CREDENTIAL } from '../usage/journal/attempt-line.ts';

/** What stays from snapshot to snapshot, and belongs to providers and models. */
export interface Lasting {
  /** Gives the client of a provider with one of its credentials; one that is `unusable` where its settings make none. */
  readonly clientFor: (wish: ClientWish) => ProviderClient;
  readonly health: HealthBook;
}

/** The secrets of all providers. */
export interface ProviderSecrets {
  readonly credentials: readonly CredentialFragment[];
  readonly connections: readonly ProviderSecretsFragment[];
}

const NO_NAMES = [{ name: ONLY_CREDENTIAL, weight: 1 }];

/** A provider with those of its credentials that are there, and a client for each. */
export function toProvider(
  fragment: ProviderFragment,
  { credentials, connections }: ProviderSecrets,
  lasting: Lasting,
): RuntimeProvider {
  const { concurrentLimit, credential } = fragment;
  const keys = new Map(
    credentials
      .filter(({ provider }) => provider === fragment.id)
      .map(({ name = ONLY_CREDENTIAL, apiKey }) => [name, apiKey]),
  );
  const secrets = connections.find(({ provider }) => provider === fragment.id);
  const targetOf = ({ name, weight }: { name: string; weight: number }): RuntimeTarget => {
    const apiKey = keys.get(name);
    const client = lasting.clientFor({ fragment, credential: name, apiKey, secrets });
    const of = { provider: fragment.id, address: fragment.baseUrl, credential: name, client };
    return { name, weight, client, health: lasting.health.target(of) };
  };
  const named = fragment.credentials ?? NO_NAMES;
  const present = named.filter(({ name }) => keys.has(name));
  const targets = (present.length > 0 ? present : named).map(targetOf);
  const usable = targets.filter(({ client }) => client.unusable === undefined);
  return {
    id: fragment.id,
    organization: fragment.organization,
    unusable: whyUnusable({
      isActive: fragment.isActive,
      lacksCredential: credential !== 'none' && present.length === 0,
      cannotBeAsked: usable.length === 0,
    }),
    type: fragment.type,
    identity: JSON.stringify([fragment.source.uid, fragment.organization, fragment.baseUrl]),
    address: addressOf(fragment.baseUrl),
    timeLimits: limitsOf(fragment),
    maxRetries: fragment.maxRetries,
    concurrentLimit: concurrentLimit ?? Infinity,
    hedgeAfterMs: fragment.hedgeAfterMs,
    targets: usable.length > 0 ? usable : targets,
  };
}

function addressOf(baseUrl: string | undefined): RuntimeProvider['address'] {
  if (baseUrl === undefined || !URL.canParse(baseUrl)) return undefined;
  const { hostname, port, protocol } = new URL(baseUrl);
  return { host: hostname, port: Number(port) || (protocol === 'https:' ? 443 : 80) };
}

const LONGEST_CONNECT_MS = 10_000;

/** What is not said of a part is `timeoutMs`, but for a stream as a whole, which may last as long as its request. */
function limitsOf({ timeoutMs, timeouts = {} }: ProviderFragment): TimeLimits {
  return {
    connectMs: timeouts.connectMs ?? Math.min(timeoutMs, LONGEST_CONNECT_MS),
    firstByteMs: timeouts.firstByteMs ?? timeoutMs,
    idleMs: timeouts.idleMs ?? timeoutMs,
    streamMs: timeouts.totalMs ?? Infinity,
    documentMs: timeouts.totalMs ?? timeoutMs,
  };
}

/** A provider's times, and instead of them what its model says. */
export function modelLimits(
  { timeLimits }: RuntimeProvider,
  { timeouts }: ModelFragment,
): TimeLimits {
  if (!timeouts) return timeLimits;
  return {
    connectMs: timeouts.connectMs ?? timeLimits.connectMs,
    firstByteMs: timeouts.firstByteMs ?? timeLimits.firstByteMs,
    idleMs: timeouts.idleMs ?? timeLimits.idleMs,
    streamMs: timeouts.totalMs ?? timeLimits.streamMs,
    documentMs: timeouts.totalMs ?? timeLimits.documentMs,
  };
}
