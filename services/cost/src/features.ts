import { join } from 'node:path';
import type { Features } from '@aicp/api-kit/service/service';
import { SnapshotReceiver } from '@aicp/common/snapshot/receiver';
import { LedgerReader } from '@aicp/ledger/query/ledger-reader';
import { VERSION } from './about.ts';
import { AccuracyBook } from './accuracy/accuracy-book.ts';
import { accuracyRoute } from './accuracy/accuracy-route.ts';
import { ForetoldRequests } from './accuracy/foretold-requests.ts';
import { Callers } from './access/callers.ts';
import { healthOf } from './health.ts';
import { AnswersReader } from './learning/answers-reader.ts';
import { AnswersStore } from './learning/answers-store.ts';
import { Learner } from './learning/learner.ts';
import { budgetCheckRoute } from './money/budget-check-route.ts';
import { SpendFigures } from '@aicp/ledger/query/spend-figures';
import { OutputHistory } from './outputs/output-history.ts';
import { profileOf } from './outputs/output-profile.ts';
import { predictRoutes } from './predict/predict-routes.ts';
import { Predictor } from './predict/predictor.ts';
import { pricingRoute } from './pricing/pricing-route.ts';
import { CostSnapshot } from './snapshot/cost-snapshot.ts';
import type { CostFloor } from './cost-floor.ts';
import { CountingThread } from './tokens/counting/counting-thread.ts';
import { VendorFactors } from './tokens/vendor-factors.ts';

/** Makes the features, each from what it needs. Nothing is asked of the database yet. */
export function costFeatures(floor: CostFloor): Features {
  const { clock, config, database, limits, log, registry } = floor;
  const snapshot = new CostSnapshot();
  const counter = new CountingThread({
    clock,
    onFailure: (error) => {
      log.warn({ err: error }, 'counting_thread_failed');
    },
  });
  const factors = new VendorFactors();
  const history = new OutputHistory((model) => profileOf(upstreamName(snapshot, model)));
  const accuracy = new AccuracyBook(registry);
  const foretold = new ForetoldRequests();
  const figures = figuresOf(floor, snapshot);
  const learner = new Learner({ history, factors, accuracy, foretold });
  const store = new AnswersStore(database);
  const migrated = () => database.migrated();
  const reader = new AnswersReader({ store, learner, snapshot, migrated, clock, log });
  const predictor = new Predictor({
    ...{ snapshot, counter, factors, history, figures, foretold, clock },
  });
  const receiver = snapshotReceiver(floor, snapshot);
  const { requireAuth } = config;
  const parts = { callers: new Callers({ snapshot, limits, clock, requireAuth }), snapshot, clock };
  return {
    routes: [
      ...predictRoutes({ ...parts, predictor }),
      budgetCheckRoute({ ...parts, figures }),
      pricingRoute(parts),
      accuracyRoute({ ...parts, accuracy }),
    ],
    background: config.hasLedger ? [counter, reader] : [counter],
    begin: async (ending) => {
      if (!config.hasLedger) log.info({ hint: WITHOUT_LEDGER }, 'ledger_missing');
      await receiver.start();
      ending.defer(() => receiver.stop());
    },
    health: healthOf({ receiver, hasLedger: config.hasLedger, clock }),
  };
}

const WITHOUT_LEDGER =
  'No budget service keeps a ledger that can be read here: what is spent and what models answered is not known. In a cluster, both services need one PostgreSQL.';

/** What an empty database holds is not what was spent: without a ledger, nobody knows. */
const figuresOf = (
  { clock, config, database, log }: CostFloor,
  snapshot: CostSnapshot,
): Pick<SpendFigures, 'of'> =>
  config.hasLedger
    ? new SpendFigures({
        ledger: new LedgerReader(database),
        heirs: () => snapshot.latest?.heirs,
        ...{ clock, log },
      })
    : { of: (questions) => Promise.resolve(questions.map(() => undefined)) };

function snapshotReceiver(
  { config, snapshots: client, log, clock, random, registry }: CostFloor,
  snapshot: CostSnapshot,
): SnapshotReceiver {
  return new SnapshotReceiver({
    service: 'cost',
    instance: config.instance,
    version: VERSION,
    directory: join(config.dataDirectory, 'snapshot'),
    ...(config.bootDirectory === undefined ? {} : { bootDirectory: config.bootDirectory }),
    apply: (stored) => snapshot.apply(stored),
    ...{ client, log, clock, random, registry },
  });
}

/** What a model, by its metadata.name, is called at its provider. */
const upstreamName = (snapshot: CostSnapshot, name: string): string =>
  snapshot.latest?.upstreamNames.get(name) ?? name;
