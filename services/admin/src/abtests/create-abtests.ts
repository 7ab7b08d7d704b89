import type { Route } from '@aicp/api-kit/route/route';
import type { Background } from '@aicp/api-kit/service/service';
import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import { abtest } from '@aicp/crds/abtest';
import { emitEvents } from '@aicp/events/outbox/emit-events';
import type { LedgerReader } from '@aicp/ledger/query/ledger-reader';
import type { FindingBoard } from '../findings/finding-board.ts';
import type { Leader } from '../findings/leader.ts';
import type { ModelPrices } from '../kinds/model/model-prices.ts';
import type { Services } from '../resources/collections/create-services.ts';
import type { ObjectStore } from '../resources/store.ts';
import { abtestResultRoutes } from './abtest-result-routes.ts';
import { AbtestJudge } from './looking/abtest-judge.ts';
import { Decider } from './looking/decider.ts';
import type { OpenViolations } from './looking/open-violations.ts';
import { TrialWatch } from './looking/trial-watch.ts';
import type { AbtestDatabase } from './results/abtest-result-table.ts';
import { ResultStore } from './results/result-store.ts';

export interface Abtests {
  readonly routes: readonly Route[];
  readonly background: readonly Background[];
}

/** Results of A/B tests, and what is decided by them. Without a ledger nobody knows any, and the routes say so. */
export function createAbtests(parts: {
  readonly database: AbtestDatabase;
  readonly services: Services;
  readonly store: ObjectStore;
  readonly ledger: Pick<LedgerReader, 'trialArms'> | undefined;
  readonly prices: Pick<ModelPrices, 'costOf'>;
  readonly leader: Pick<Leader, 'takes'>;
  readonly board: Pick<FindingBoard, 'put'>;
  /** Absent: nobody evaluates agreements. */
  readonly violations?: OpenViolations | undefined;
  readonly clock: Clock;
  readonly log: Logger;
}): Abtests {
  const { database, services, store, prices, ledger } = parts;
  const service = services(abtest);
  const results = new ResultStore(database);
  const watch = new TrialWatch({
    ...parts,
    results,
    costOf: (model, tokens) => prices.costOf(model, tokens),
  });
  const decider = new Decider({
    ...parts,
    service,
    results,
    emit: (drafts) => emitEvents(database.kysely, drafts),
  });
  const ready = () => database.migrated();
  const judge = new AbtestJudge({ ...parts, watch, results, decider, ready });
  return {
    routes: abtestResultRoutes({ service, store, watch, results }),
    background: ledger ? [judge] : [],
  };
}
