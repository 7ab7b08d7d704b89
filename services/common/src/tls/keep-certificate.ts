import { Server as TlsServer } from 'node:https';
import type { Server } from 'node:http';
import type { TlsFiles } from '../http/listen.ts';
import type { Logger } from '../log/logger.ts';
import type { Clock } from '../time/clock.ts';

const LOOK_MS = 60_000;

/** Serves a renewed certificate without a restart. Looks every minute until the signal aborts; what can't be read changes nothing. */
export async function keepCertificate(options: {
  readonly server: Server;
  readonly read: () => Promise<TlsFiles>;
  readonly inUse: TlsFiles;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly log: Logger;
  readonly signal: AbortSignal;
}): Promise<void> {
  const { server, read, clock, log, signal } = options;
  if (!(server instanceof TlsServer)) return;
  let { inUse } = options;
  for (;;) {
    try {
      await clock.sleep(LOOK_MS, signal);
      const { cert, key } = await read();
      if (cert === inUse.cert && key === inUse.key) continue;
      server.setSecureContext({ cert, key });
      inUse = { cert, key };
      log.info({}, 'certificate_renewed');
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ err: error }, 'certificate_not_read');
    }
  }
}
