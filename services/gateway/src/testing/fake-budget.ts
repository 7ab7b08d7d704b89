import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '@aicp/common/http/listen';
import type { AttemptRecord } from '@aicp/contracts/usage/attempt-record';
import type { DecisionRecord } from '@aicp/contracts/decision/decision-record';
import {
  BATCH_RECORDS,
  USAGE_PATH,
  usageBatch,
  type UsageAnswer,
  type UsageBatch,
} from '@aicp/contracts/usage/usage-batch';
import { feedbackRecord, type FeedbackRecord } from '@aicp/contracts/usage/feedback-record';
import type { UsageRecord } from '@aicp/contracts/usage/usage-record';
import type { UsageSum } from '@aicp/contracts/usage/usage-sum';

/** What it does with a batch: takes it and says so; says something else; takes it, or not, and says nothing; or says nothing until it is cut. */
export type Behaviour =
  | 'takes'
  | 'takes and cuts'
  | 'cuts'
  | 'hangs'
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> };

const PARTS = ['usage', 'attempts', 'sums', 'decisions'] as const;
type Part = (typeof PARTS)[number];

/** Stands in for the budget service: keeps each record once, by its id. */
export class FakeBudget {
  readonly usage = new Map<string, UsageRecord>();
  readonly attempts = new Map<string, AttemptRecord>();
  readonly sums = new Map<string, UsageSum>();
  readonly decisions = new Map<string, DecisionRecord>();
  readonly feedback: FeedbackRecord[] = [];
  /** Whether it is of a version that takes feedback. */
  takesFeedback = true;
  /** Every batch that it was sent. */
  readonly batches: UsageBatch[] = [];
  readonly tokens = new Set<string | undefined>();
  /** Ids of usage records, in the order in which they came first. */
  readonly order: string[] = [];
  /** What it does next; when that is over, it takes all. */
  plan: Behaviour[] = [];
  /** What it does where there is no plan. */
  usually: Behaviour = 'takes';
  /** Records that it calls unreadable. */
  refuses: (part: Part, record: unknown) => string | undefined = () => undefined;

  /** With which status it fails at a batch, whatever is planned. */
  failsAt: (batch: UsageBatch) => number | undefined = () => undefined;

  /** Requests of which it knows, in records and in sums. */
  get requests(): number {
    return [...this.sums.values()].reduce((sum, { requests }) => sum + requests, this.usage.size);
  }

  /** What they cost. */
  get cost(): number {
    const costs = [...this.usage.values(), ...this.sums.values()];
    return costs.reduce((sum, { cost_nano_usd: cost }) => sum + (cost ?? 0), 0);
  }

  /** Takes a batch, or does not: what is answered, undefined for nothing. */
  receive(body: string, behaviour: Behaviour): { status: number; body: string } | undefined {
    const batch = usageBatch.parse(JSON.parse(body));
    this.batches.push(batch);
    const failure = this.failsAt(batch);
    if (failure !== undefined) return { status: failure, body: '{}' };
    if (typeof behaviour === 'object') return { status: behaviour.status, body: '{}' };
    if (behaviour === 'cuts' || behaviour === 'hangs') return undefined;
    const answer = this.take(batch);
    return behaviour === 'takes' ? { status: 200, body: JSON.stringify(answer) } : undefined;
  }

  handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const behaviour = this.plan.shift() ?? this.usually;
    this.tokens.add(request.headers.authorization);
    if (request.url !== USAGE_PATH) {
      response.writeHead(404).end();
      return;
    }
    const answer = this.receive(await text(request), behaviour);
    const headers = typeof behaviour === 'object' ? behaviour.headers : undefined;
    if (answer) response.writeHead(answer.status, headers).end(answer.body);
    else if (behaviour !== 'hangs') response.destroy();
  };

  private take(batch: UsageBatch): UsageAnswer {
    const answer: UsageAnswer = { accepted: 0, known: 0, refused: [] };
    for (const part of PARTS) {
      batch[part].forEach((record, index) => {
        const message = this.refuses(part, record) ?? this.faultOf(part, record);
        if (message !== undefined) answer.refused.push({ part, index, message });
        else if (this.keep(part, record)) answer.accepted += 1;
        else answer.known += 1;
      });
    }
    return this.takesFeedback ? { ...answer, feedback: this.keepFeedback(batch) } : answer;
  }

  private keepFeedback({ feedback = [] }: UsageBatch): number {
    this.feedback.push(...feedback.map((one) => feedbackRecord.parse(one)));
    return feedback.length;
  }

  private faultOf(part: Part, record: unknown): string | undefined {
    return BATCH_RECORDS[part].safeParse(record).error?.message;
  }

  /** Whether it is new. */
  private keep(part: Part, record: unknown): boolean {
    const id = idOf(part, record);
    const kept: Map<string, unknown> = this[part];
    if (kept.has(id)) return false;
    kept.set(id, record);
    if (part === 'usage') this.order.push(id);
    return true;
  }
}

function idOf(part: Part, record: unknown): string {
  if (part !== 'attempts') return (record as { id: string }).id;
  const { usage_id, number } = record as AttemptRecord;
  return `${usage_id} ${number}`;
}

export interface BudgetServer extends AsyncDisposable {
  readonly url: string;
  close(): Promise<void>;
}

/** Has it answer on a port: a free one, if none is given. */
export async function startBudgetServer(budget: FakeBudget, port = 0): Promise<BudgetServer> {
  const listening = await listen(
    (request, response) => {
      budget.handle(request, response).catch((error: unknown) => {
        response.destroy(error as Error);
      });
    },
    { host: '127.0.0.1', port },
  );
  const close = async (): Promise<void> => {
    listening.server.closeAllConnections();
    await listening.close(0);
  };
  return { url: `http://127.0.0.1:${listening.port}`, close, [Symbol.asyncDispose]: close };
}
