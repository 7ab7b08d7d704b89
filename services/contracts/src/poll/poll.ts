import { z } from 'zod';
import { source } from '../snapshot/sections/kit/section.ts';
import { manifest } from '../snapshot/manifest.ts';
import { findingsReport } from './findings-report.ts';
import { healthReport } from './health-report.ts';
import { spendReport } from './spend-report.ts';

/** Where a service asks the operator for its snapshot. */
export const POLL_PATH = '/snapshot/v1/poll';

/** On every answer to a poll: how many replicas of the service that asks the operator counts on. Absent where it is not installed. */
export const REPLICAS_HEADER = 'x-aicp-replicas';

/** The longest that a poll is held open. */
export const MAX_WAIT_SECONDS = 50;

export const instance = z.object({
  service: z.string(),
  /** Pod name in a cluster; unique among the replicas of a service. */
  name: z.string(),
  version: z.string(),
  startedAt: z.string(),
});

export const rejection = z.object({
  /** Digest of the snapshot that could not be applied. */
  digest: z.string(),
  errors: z
    .array(z.object({ source: source.optional(), section: z.string(), message: z.string() }))
    .min(1)
    .max(100),
});
export type Rejection = z.output<typeof rejection>;

/** `POST /snapshot/v1/poll`: what the replica runs, and how long to wait for something newer. */
export const pollRequest = z.object({
  instance,
  /** The snapshot it could be sent a delta against; null at first. */
  have: manifest.nullable(),
  /** The snapshot it serves from; null while it serves none. */
  applied: manifest.nullable(),
  rejected: rejection.nullable(),
  /** Which poll of the replica's life this is, from 1 on: acks go several ways and may overtake one another. */
  number: z.int().min(1).optional(),
  /**
   * The whole of what it thinks now of what it sends requests to; absent where it does not measure that. One that cannot be read, of
   * another version, is passed over: a snapshot does not depend on it.
   */
  health: healthReport.optional().catch(undefined),
  /** What the budget service has added up; absent from others. One that cannot be read is passed over. */
  spend: spendReport.optional().catch(undefined),
  /** What the admin service, or the workflow engine, has found out of objects; absent from others. One that cannot be read is passed over. */
  findings: findingsReport.optional().catch(undefined),
  wait_seconds: z.number().min(0).max(MAX_WAIT_SECONDS),
});
export type PollRequest = z.output<typeof pollRequest>;

/** 200: the newest snapshot, with the contents of those sections whose digest differs from `have`. 204: nothing newer. */
export const pollResponse = z.object({
  manifest,
  degraded: z.array(z.string()),
  changed: z.record(z.string(), z.string()),
});
export type PollResponse = z.output<typeof pollResponse>;
