import { CIRCUITS } from '@aicp/crds/kit/target-health';
import { z } from 'zod';

/** So many pairs of provider and credential, models, failover rules and MCP servers a report holds at most; what is beyond is left out. */
export const MOST_REPORTED = {
  providers: 1_000,
  models: 5_000,
  failovers: 1_000,
  mcpServers: 1_000,
} as const;
/** So many changed tools of an MCP server a report names at most: no more can have terms. */
export const MOST_CHANGED = 100;

/** A `metadata.name`, or the name of a credential. */
const name = z.string().min(1).max(253);
const count = z.int().min(0).max(1_000_000_000);
const moment = z.iso.datetime();
const milliseconds = z.number().min(0);

/** What a replica has seen of a provider with one of its credentials. */
export const targetReport = z.object({
  provider: name,
  /** `default` for the one that `secretRef` names. */
  credential: name,
  circuit: z.enum(CIRCUITS),
  /** In the last minute; `failures` of them are the provider's fault, or the credential's. */
  attempts: count,
  failures: count,
  /** The kind of the last failure, as one word: `timeout`. */
  reason: z.string().min(1).max(64).optional(),
  /** When it is tried next, if it is asked for (RFC 3339). */
  openUntil: moment.optional(),
});
export type TargetReport = z.output<typeof targetReport>;

/** What a replica has seen of a model, by whichever provider. */
export const modelReport = z.object({
  /** metadata.name of the Model. */
  model: name,
  attempts: count,
  failures: count,
  /** Of whole answers, and of the time until their first byte. */
  p95_ms: milliseconds.optional(),
  ttft_p95_ms: milliseconds.optional(),
});
export type ModelReport = z.output<typeof modelReport>;

/** Why a replica counts alone, in words that tell nothing of where the store is. */
export const COUNTING_FAULTS = [
  'no answer',
  'connection refused',
  'connection lost',
  'unknown name',
  'wrong password',
  'not permitted',
  'wrong certificate',
  'it was emptied',
  'what answers there is no Redis',
] as const;
export type CountingFault = (typeof COUNTING_FAULTS)[number];

/** Where a replica counts what limits are about. */
export const countersReport = z.object({
  /** Together with others; alone, since the store that they share is lost; or in its memory, since none is set. */
  mode: z.enum(['shared', 'alone', 'memory']),
  /** Of `alone`; absent where it is none of these. */
  reason: z.enum(COUNTING_FAULTS).optional().catch(undefined),
  /** Whether the store throws counts away when its memory is full; absent where nothing is known of that. */
  evicts: z.boolean().optional(),
});
export type CountersReport = z.output<typeof countersReport>;

/** How a replica gets rid of its records of usage. */
export const deliveryReport = z.object({
  /** `off` where it delivers none; `late` where one has waited for long. */
  mode: z.enum(['off', 'ok', 'late']),
  /** How long the oldest record has waited since its request ended, seconds. */
  lag_seconds: z.number().min(0),
  /** Bytes of records on its disk that are not delivered. */
  left: z.number().min(0),
});
export type DeliveryReport = z.output<typeof deliveryReport>;

/** What a replica's answer cache holds. */
export const cacheReport = z.object({
  /** Answers in its memory. */
  entries: count,
});
export type CacheReport = z.output<typeof cacheReport>;

/** How a FailoverRule stands with a replica. */
export const failoverReport = z.object({
  /** metadata.name, and metadata.uid. */
  name,
  uid: z.string().min(1).max(64),
  state: z.enum(['watching', 'failed_over', 'probing']),
  /** When that began (RFC 3339). */
  since: moment,
  /** When the source is probed, while it is waited for. */
  until: moment.optional(),
  /** The part of the requests that the target serves, 0 to 1. */
  share: z.number().min(0).max(1),
  /** Whether it went back and forth of late. */
  flapping: z.boolean(),
  /** Whether nobody serves by the target's name, so that the rule moves nothing. */
  target_missing: z.boolean().optional(),
  /** The requests that the target served in the place of the source since the replica began. */
  moved: z.int().min(0),
  /** For what it left the source last, and when. */
  last_trigger: z.string().max(500).optional(),
  last_left: moment.optional(),
  /** What the replica sees of the source: the metrics that the rule reads, of the last minute. */
  figures: z.record(z.string().max(32), z.number()).optional(),
});
export type FailoverReport = z.output<typeof failoverReport>;

/** Why an MCP server cannot be asked, in words that tell nothing of where it is or of what it answers. */
export const MCP_FAULTS = [
  'no answer in time',
  'connection refused',
  'connection lost',
  'unknown name',
  'wrong certificate',
  'its address may not be asked',
  'it refuses the credential',
  'it answers with an HTTP error',
  'its program does not run',
  'no MCP host is set up',
  'its answer is too long',
  'it does not answer as an MCP server',
] as const;
export type McpFault = (typeof MCP_FAULTS)[number];

/** What a replica saw of an MCP server when it asked for its tools last. */
export const mcpServerReport = z.object({
  /** metadata.name, and metadata.uid. */
  name,
  uid: z.string().min(1).max(64),
  /** Whether it listed its tools. */
  reachable: z.boolean(),
  /** When that began, for this replica (RFC 3339). */
  since: moment,
  /** Where it did not: why. */
  fault: z.enum(MCP_FAULTS).optional().catch(undefined),
  /** Tools whose definition was another than the approved one in the newest list that there is; absent where there never was one. */
  changed: z.array(z.string().min(1).max(128)).max(MOST_CHANGED).optional(),
});
export type McpServerReport = z.output<typeof mcpServerReport>;

/**
 * What a gateway's replica thinks of what it sends requests to: figures of the last minute, of targets that had requests in it or whose
 * circuit is not closed. What is not listed is closed and had none.
 */
export const healthReport = z.object({
  /** When it was made (RFC 3339). */
  at: moment,
  providers: z.array(targetReport).max(MOST_REPORTED.providers),
  models: z.array(modelReport).max(MOST_REPORTED.models),
  /** Absent where a gateway of an earlier version does not say it. */
  counters: countersReport.optional().catch(undefined),
  delivery: deliveryReport.optional().catch(undefined),
  cache: cacheReport.optional().catch(undefined),
  failovers: z.array(failoverReport).max(MOST_REPORTED.failovers).optional().catch(undefined),
  mcp_servers: z.array(mcpServerReport).max(MOST_REPORTED.mcpServers).optional().catch(undefined),
});
export type HealthReport = z.output<typeof healthReport>;
