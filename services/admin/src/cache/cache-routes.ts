import { Problem } from '@aicp/common/errors/problem';
import { momentQuery } from '@aicp/api-kit/route/moment-query';
import type { Route, RouteContext } from '@aicp/api-kit/route/route';
import type { Clock } from '@aicp/common/time/clock';
import { controlPlane } from '@aicp/crds/control-plane';
import { organization } from '@aicp/crds/organization';
import type { CacheReader } from '@aicp/ledger/cache/cache-reader';
import { z } from 'zod';
import type { Fleet } from '../objects/fleet.ts';
import { defineRoute } from '../access/define-route.ts';
import { etagOf } from '../resources/answer-object.ts';
import type { CollectionService } from '../resources/collections/collection-service.ts';
import type { ObjectStore } from '../resources/store.ts';
import type { StoredObject } from '../resources/stored-object.ts';
import { pastPeriod } from '../spend/ledger/past-period.ts';
import { requireLedger } from '../spend/ledger/require-ledger.ts';
import { inUsd } from '../spend/ledger/usage-sums.ts';
import { usageScopeOf } from '../spend/ledger/usage-scope.ts';
import { cachedAnswers } from './cached-answers.ts';
import { inWordsOfTheCache, requireEmbeddings, settingsOf } from './cache-settings.ts';
import {
  cachePurge,
  cacheSettings,
  cacheStats,
  changedCacheSettings,
  type CacheSettings,
  type ChangedCacheSettings,
} from './cache-schemas.ts';

export interface CacheNeeds {
  /** Of the ControlPlane. */
  readonly service: CollectionService;
  readonly store: Pick<ObjectStore, 'find' | 'list'>;
  readonly clock: Clock;
  readonly fleet: Pick<Fleet, 'all'>;
  /** Absent in an installation without a budget service. */
  readonly ledger: Pick<CacheReader, 'sums'> | undefined;
}

const PATH = '/api/v1/cache';
const TAG = 'Cache';
const NAME = controlPlane.singleton ?? 'default';
const DAY_MS = 86_400_000;
const MOST_DAYS = 31;
const id = z.string().min(1).max(253);

const query = z.object({
  since: momentQuery('From then on; RFC 3339, or a date (UTC). Without it, the last day.'),
  until: momentQuery('Up to then; without it, now.'),
  organization_id: id.optional().meta({ description: 'Only requests of this organization.' }),
  team_id: id.optional().meta({ description: 'Only requests of this team.' }),
});

/** `/api/v1/cache`: what the cache saved, how it is set, and how it is made to forget. */
export const cacheRoutes = (needs: CacheNeeds): Route[] => [
  statsRoute(needs),
  defineRoute({
    method: 'get',
    path: `${PATH}/settings`,
    operationId: 'getCacheSettings',
    tag: TAG,
    summary: 'Get how answers are kept',
    permission: 'settings:read',
    answers: answered('The settings.'),
    errors: [404],
    handler: async (context) => answerOf(needs, await settled(needs, context)),
  }),
  defineRoute({
    method: 'put',
    path: `${PATH}/settings`,
    operationId: 'updateCacheSettings',
    tag: TAG,
    summary: 'Change how answers are kept',
    description:
      'Only the fields that are sent change. They are written into the ControlPlane. A model for alike questions has to be there, and to make embeddings.',
    permission: 'settings:write',
    body: changedCacheSettings,
    bodyExample: { is_enabled: true, scope: 'team', ttl_seconds: 3600 },
    answers: answered('The settings, as they are now.'),
    errors: [404],
    handler: async (context: RouteContext<unknown, unknown, ChangedCacheSettings>) => {
      const { is_enabled: isEnabled, ...cache } = context.body;
      requireEmbeddings(needs.store, cache.semantic?.model);
      const update = needs.service.update(context, await settled(needs, context), {
        ...(isEnabled === undefined ? {} : { features: { semantic_cache: isEnabled } }),
        ...(Object.keys(cache).length === 0 ? {} : { cache }),
      });
      return answerOf(needs, await inWordsOfTheCache(update));
    },
  }),
  defineRoute({
    method: 'post',
    path: `${PATH}/purge`,
    operationId: 'purgeCache',
    tag: TAG,
    summary: 'Have the cache forget answers',
    description:
      'Counts an epoch of the ControlPlane up: gateways give none of the answers again that they kept before, as soon as they have it, which is a second or two later.',
    permission: 'settings:write',
    body: cachePurge,
    bodyExample: { organization_id: 'acme' },
    answers: answered('The settings, as they are now.'),
    errors: [404],
    handler: async (context: RouteContext<unknown, unknown, z.output<typeof cachePurge>>) => {
      const present = await settled(needs, context);
      const whose = organizationNamed(needs.store, context.body.organization_id);
      const cache = purged(settingsOf(needs.store, present), whose);
      return answerOf(needs, await needs.service.update(context, present, { cache }));
    },
  }),
];

const statsRoute = (needs: CacheNeeds): Route =>
  defineRoute({
    method: 'get',
    path: `${PATH}/stats`,
    operationId: 'getCacheStats',
    tag: TAG,
    summary: 'What the cache did, and what it saved',
    description: `Counted from the records of requests, some seconds after each; of ${MOST_DAYS} days at most. An organization is told of its own requests, a team_admin of the teams’, a member of the own.`,
    permission: 'usage:read',
    query,
    answers: { 200: { description: 'The figures.', schema: cacheStats } },
    handler: async (context: RouteContext<unknown, z.output<typeof query>>) => {
      const { principal, query: asked } = context;
      const { filter, sinceMs } = usageScopeOf(principal, asked, needs.store);
      const { from, to } = pastPeriod(
        { sinceMs: asked.since?.getTime(), untilMs: asked.until?.getTime() },
        needs.clock.now(),
        { usualMs: DAY_MS, mostDays: MOST_DAYS },
      );
      const ledger = requireLedger(needs.ledger);
      const sums = await ledger.sums({ from: Math.min(Math.max(from, sinceMs), to), to, filter });
      const looked = sums.hits + sums.misses;
      const body = {
        ...{ since: new Date(from).toISOString(), until: new Date(to).toISOString() },
        is_enabled: isEnabled(needs.store),
        level: levelOf(needs.store),
        ...{ hits: sums.hits, misses: sums.misses, bypassed: sums.bypassed },
        hit_rate: looked === 0 ? null : sums.hits / looked,
        entries: Object.keys(filter).length === 0 ? cachedAnswers(await needs.fleet.all()) : null,
        tokens_saved: Number(sums.tokensSaved),
        cost_saved_usd: inUsd(sums.costSavedNano),
      };
      return { status: 200, body };
    },
  });

const settled = (
  { service }: Pick<CacheNeeds, 'service'>,
  context: RouteContext,
): Promise<StoredObject> => service.get(context, NAME);

/** The settings, with the version that If-Match names. */
const answerOf = ({ store }: Pick<CacheNeeds, 'store'>, object: StoredObject) => ({
  status: 200,
  body: settingsOf(store, object),
  headers: { ETag: etagOf(object) },
});

const answered = (description: string) => ({
  200: {
    description,
    schema: cacheSettings,
    headers: {
      ETag: 'The version of the ControlPlane, for If-Match; of a GET, of the whole answer too.',
    },
  },
});

function isEnabled(store: CacheNeeds['store']): boolean {
  const found = store.find(controlPlane, NAME);
  return found !== undefined && settingsOf(store, found).is_enabled;
}

function levelOf(store: CacheNeeds['store']): z.output<typeof cacheStats>['level'] {
  const found = store.find(controlPlane, NAME);
  return found && settingsOf(store, found).semantic?.problem === null ? 'semantic' : 'exact';
}

/** The name of the organization with this id or slug; undefined where none is asked for. Throws a Problem (404) where there is none. */
function organizationNamed(store: CacheNeeds['store'], id: string | undefined) {
  if (id === undefined) return undefined;
  const found = store.find(organization, id);
  if (found) return found.metadata.name;
  throw new Problem(404, `There is no organization "${id}".`);
}

/** The epochs after a purge: that of all counts beside those of organizations, so that one is counted up. */
function purged({ epoch, organization_epochs: epochs }: CacheSettings, whose: string | undefined) {
  if (whose === undefined) return { epoch: epoch + 1 };
  const before = Object.hasOwn(epochs, whose) ? (epochs[whose] ?? 0) : 0;
  return { organization_epochs: { ...epochs, [whose]: before + 1 } };
}
