import { json } from 'node:stream/consumers';
import type { Background } from '@aicp/api-kit/service/service';
import { describeError } from '@aicp/common/kubernetes/errors';
import type { Logger } from '@aicp/common/log/logger';
import { BackgroundLoop } from '@aicp/common/time/background-loop';
import type { Clock } from '@aicp/common/time/clock';
import {
  decisionList,
  DECISIONS_PATH,
  MOST_DECISIONS,
} from '@aicp/contracts/workflows/decision-record';
import type { OwnQuestion, WorkflowEngine } from './workflow-engine.ts';
import { draftOfDeed, type DecisionEntries } from './decision-entries.ts';

export interface TakeOverOptions {
  readonly engine: Pick<WorkflowEngine, 'askForAudit'>;
  readonly entries: Pick<DecisionEntries, 'write'>;
  /** Resolves when the tables are there that are written to. */
  readonly ready: () => Promise<unknown>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** How late an entry may be, ms. */
const EVERY_MS = 15_000;
const MOST_MS = 10_000;
/** So many full lists are taken in one turn. */
const MOST_LISTS = 50;
const FAILURES_TO_WARN = 12;

/** Takes what people decided and did at the workflow engine into the audit log. Each replica does: the log has each of it once. */
export class DecisionTakeOver implements Background {
  private readonly options: TakeOverOptions;
  private readonly loop: BackgroundLoop;

  constructor(options: TakeOverOptions) {
    this.options = options;
    const { clock, log, ready } = options;
    this.loop = new BackgroundLoop({
      work: () => this.takeOver(),
      everyMs: EVERY_MS,
      clock,
      ready,
      onFailure: (error, failures) => {
        // The engine keeps them meanwhile.
        const level = failures === FAILURES_TO_WARN ? 'warn' : 'debug';
        log[level]({ reason: describeError(error), failures }, 'decisions_not_taken_over');
      },
    });
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
  }

  /** Takes over what there is now. The engine forgets only what stands in the log. */
  async takeOver(): Promise<void> {
    for (let lists = 0; lists < MOST_LISTS; lists += 1) {
      if ((await this.takeList()) < MOST_DECISIONS) return;
    }
  }

  /** How many the list had. */
  private async takeList(): Promise<number> {
    const { entries } = this.options;
    const { decisions } = decisionList.parse(await this.ask({ method: 'GET' }));
    if (decisions.length === 0) return 0;
    await entries.write(decisions.map((one) => ({ id: one.id, draft: draftOfDeed(one) })));
    await this.ask({ method: 'POST', body: { ids: decisions.map(({ id }) => id) } });
    return decisions.length;
  }

  private async ask(question: Pick<OwnQuestion, 'method' | 'body'>): Promise<unknown> {
    const answer = await this.options.engine.askForAudit({
      ...{ ...question, path: DECISIONS_PATH, signal: AbortSignal.timeout(MOST_MS) },
    });
    const said = await json(answer);
    if (answer.statusCode === 200) return said;
    throw new Error(`the workflow engine answered ${answer.statusCode}`);
  }
}
