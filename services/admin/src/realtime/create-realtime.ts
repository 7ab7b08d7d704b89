import type { Route } from '@aicp/api-kit/route/route';
import type { Background } from '@aicp/api-kit/service/service';
import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import type { OpenLedger } from '../spend/ledger/open-ledger.ts';
import type { ObjectStore } from '../resources/store.ts';
import { timeZoneOf } from '../spend/ledger/time-zone-of.ts';
import { OpenStreams } from '../streams/open-streams.ts';
import { RealtimeBoard } from './realtime-board.ts';
import { realtimeRoutes, type RealtimeRouteParts } from './realtime-routes.ts';

/** What happens now, for whoever asks. */
export interface Realtime {
  readonly routes: readonly Route[];
  readonly background: Background;
  /** Ends the streams, which would keep the port open. */
  readonly endStreams: () => void;
}

export interface RealtimeParts extends Pick<RealtimeRouteParts, 'authenticate'> {
  /** Undefined where there is none: nobody knows what happens. */
  readonly ledger: Pick<OpenLedger, 'reader'> | undefined;
  readonly clock: Clock;
  readonly log: Logger;
  readonly store: Pick<ObjectStore, 'find'>;
}

/** Nothing is read until somebody asks. */
export function createRealtime(parts: RealtimeParts): Realtime {
  const { store, ledger, clock, log, authenticate } = parts;
  const streams = new OpenStreams();
  const timeZone = () => timeZoneOf(store);
  const board = ledger && new RealtimeBoard({ ledger: ledger.reader, timeZone, clock, log });
  return {
    routes: realtimeRoutes({ store, board, streams, clock, authenticate }),
    background: { start: () => undefined, stop: () => board?.stop() },
    endStreams: () => streams.end(),
  };
}
