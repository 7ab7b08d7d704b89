import { Server as TlsServer } from 'node:https';
import type { Server } from 'node:http';
import { describeError } from '@aicp/common/kubernetes/errors';
import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import type { OperatorTls } from '../../config.ts';

const LOOK_MS = 60_000;

/** Serves a renewed certificate without a restart. Looks every minute until the signal aborts; what can't be read changes nothing. */
export async function keepCertificate(options: {
  readonly server: Server;
  readonly read: () => Promise<OperatorTls>;
  readonly inUse: OperatorTls;
  readonly clock: Clock;
  readonly log: Logger;
  readonly signal: AbortSignal;
}): Promise<void> {
  const { server, read, clock, log, signal } = options;
  if (!(server instanceof TlsServer)) return;
  let { inUse } = options;
  for (;;) {
    try {
      await clock.sleep(LOOK_MS, signal);
      const found = await read();
      if (found.cert === inUse.cert && found.key === inUse.key) continue;
      server.setSecureContext(found);
      inUse = found;
      log.info({}, 'certificate_renewed');
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ reason: describeError(error) }, 'certificate_not_read');
    }
  }
}
