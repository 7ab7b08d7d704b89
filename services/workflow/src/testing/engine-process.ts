import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LIMITS } from '@aicp/api-kit/access/caller-limits';
import { PUBLIC_ONLY } from '@aicp/common/http/address-guard';
import { createLogger } from '@aicp/common/log/logger';
import { answerOf, ScriptedOperator } from '@aicp/common/snapshot/testing/started-receiver';
import { systemClock } from '@aicp/common/time/clock';
import { readAssertion } from '@aicp/contracts/delegation/assertion';
import type { StoredSnapshot } from '@aicp/contracts/snapshot/manifest';
import { z } from 'zod';
import { WORKFLOW_BOUNDS } from '../config.ts';
import { startWorkflow } from '../start.ts';
import { GATEWAY_SECRET } from './fake-gateway.ts';

/** A workflow engine as a process of its own, which a test may end at any moment. It takes one snapshot, from a file, and says its port on a line of its own. */
const environment = z
  .object({
    SNAPSHOT: z.string(),
    DATABASE: z.string(),
    DIRECTORY: z.string(),
    INSTANCE: z.string(),
    GATEWAY: z.string(),
    PORT: z.coerce.number(),
    MAX_OPEN: z.coerce.number().default(10_000),
  })
  .parse(process.env);

/** Notes each request of a step at the moment at which it is made, whether or not anybody takes it. */
const sent = join(environment.DIRECTORY, 'sent.jsonl');
subscribe('undici:request:create', (message) => {
  const { headers } = (message as { request: { headers: readonly unknown[] } }).request;
  const shown = headers.map(String).find((text) => text.startsWith('Bearer '));
  const credential = shown?.slice('Bearer '.length).trim() ?? '';
  const { execution } =
    readAssertion(credential, { secret: GATEWAY_SECRET, nowMs: Date.now() }) ?? {};
  if (execution) appendFileSync(sent, `${JSON.stringify({ ...execution, at: Date.now() })}\n`);
});

const snapshot = JSON.parse(readFileSync(environment.SNAPSHOT, 'utf8')) as StoredSnapshot;
const service = await startWorkflow(
  {
    ...{ host: '127.0.0.1', port: environment.PORT, metricsPort: undefined, publicUrl: undefined },
    ...{ trustedProxies: [], corsOrigins: [], bootDirectory: undefined },
    limits: { ...LIMITS, requestsPerMinute: 1_000_000 },
    database: { url: environment.DATABASE },
    ...{ dataDirectory: environment.DIRECTORY, instance: environment.INSTANCE },
    ...{ requireAuth: false, gatewayUrl: environment.GATEWAY, gatewayCa: undefined },
    ...{ secret: () => GATEWAY_SECRET, adminSecret: undefined },
    egress: { platform: PUBLIC_ONLY, tenants: PUBLIC_ONLY },
    bounds: {
      ...WORKFLOW_BOUNDS,
      open: { organization: environment.MAX_OPEN, anonymous: environment.MAX_OPEN },
    },
  },
  {
    snapshots: new ScriptedOperator().say(answerOf(snapshot)),
    ...{ clock: systemClock, random: Math.random },
    log: createLogger({ service: 'workflow', level: 'info' }),
  },
);
process.once('SIGTERM', () => void service.stop());
