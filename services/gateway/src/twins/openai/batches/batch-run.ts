import type { TwinReply } from '../../kit/start-twin.ts';
import { readBatchFile, type BatchError, type BatchRequest } from './batch-lines.ts';

/** What somebody asked for. */
export interface BatchAsk {
  readonly file: string;
  readonly endpoint: string;
  readonly metadata: unknown;
}

/** A file that a batch reads. */
export interface BatchFile {
  readonly id: string;
  readonly purpose: string;
  readonly content: Buffer;
}

export interface BatchNeeds {
  readonly files: {
    get(id: string): BatchFile;
    add(file: Omit<BatchFile, 'id'> & { readonly filename: string }): BatchFile;
  };
  /** Does one request of a batch. */
  readonly answer: (endpoint: string, body: Buffer) => TwinReply;
  /** So many times a batch is read before it is over. */
  readonly polls: number;
  /** Whether there is a file of errors where there are none; absent: no. */
  readonly keepsEmpty?: boolean | undefined;
}

type Status = 'validating' | 'failed' | 'in_progress' | 'completed' | 'expired' | 'cancelled';

/** What a batch says in its metadata (`twin`) to have it not be done in time. */
const EXPIRES = 'expire';
const START = 1_770_000_000;
const DAY_SECONDS = 86_400;

/** One batch, which goes on whenever it is read. One that is cancelled or expires has done the first half of its requests, rounded up. */
export class BatchRun {
  private readonly id: string;
  private readonly ask: BatchAsk;
  private readonly needs: BatchNeeds;
  private readonly requests: readonly BatchRequest[];
  private readonly errors: readonly BatchError[];
  private status: Status = 'validating';
  private pollsLeft: number;
  private outputs: {
    readonly output: BatchFile | undefined;
    readonly error: BatchFile | undefined;
  } = { output: undefined, error: undefined };
  private counts = { total: 0, completed: 0, failed: 0 };

  constructor(id: string, ask: BatchAsk, needs: BatchNeeds) {
    this.id = id;
    this.ask = ask;
    this.needs = needs;
    this.pollsLeft = needs.polls;
    const read = readBatchFile(needs.files.get(ask.file).content, ask.endpoint);
    this.requests = read.filter((one) => 'custom_id' in one);
    this.errors = read.filter((one) => 'code' in one);
  }

  /** Whether nothing more becomes of it. */
  get isOver(): boolean {
    return this.status !== 'validating' && this.status !== 'in_progress';
  }

  /** As it is. */
  get document() {
    const { id, ask, status, counts, outputs } = this;
    const at = (when: Status): number | null => (status === when ? START + 1 : null);
    return {
      ...{ id, object: 'batch', endpoint: ask.endpoint, input_file_id: ask.file, status },
      errors: status === 'failed' ? { object: 'list', data: this.errors } : null,
      ...{ completion_window: '24h', output_file_id: outputs.output?.id ?? null },
      ...{ error_file_id: outputs.error?.id ?? null, request_counts: counts },
      ...{ created_at: START, expires_at: START + DAY_SECONDS, metadata: ask.metadata },
      ...{ in_progress_at: at('in_progress'), completed_at: at('completed') },
      ...{ failed_at: at('failed'), expired_at: at('expired'), cancelled_at: at('cancelled') },
      ...{ cancelling_at: at('cancelled'), finalizing_at: at('completed') },
    };
  }

  /** Reads it, and brings it on by that. */
  poll() {
    if (!this.isOver) this.goOn();
    return this.document;
  }

  /** Ends it. */
  cancel() {
    this.end('cancelled', Math.ceil(this.requests.length / 2));
    return this.document;
  }

  private goOn(): void {
    this.pollsLeft -= 1;
    if (this.errors.length > 0) this.status = 'failed';
    else if (this.pollsLeft > 0) this.status = 'in_progress';
    else if (this.expires) this.end('expired', Math.ceil(this.requests.length / 2));
    else this.end('completed', this.requests.length);
  }

  private get expires(): boolean {
    const { metadata } = this.ask;
    return (metadata as { readonly twin?: unknown } | null)?.twin === EXPIRES;
  }

  private end(status: Status, done: number): void {
    const lines = this.requests.slice(0, done).map((request, at) => this.lineOf(request, at));
    const undone = status === 'completed' ? [] : this.requests.slice(done);
    const answered = lines.filter(({ response }) => response.status_code === 200);
    const failed = lines.filter(({ response }) => response.status_code !== 200);
    const lost = undone.map(({ custom_id }, at) => ({
      ...{ id: `batch_req_lost${at}`, custom_id, response: null },
      error: { code: `batch_${status}`, message: 'This request was not done in time.' },
    }));
    this.outputs = {
      output: this.fileOf('output', answered),
      error: this.fileOf('error', [...failed, ...lost]),
    };
    const { length: total } = this.requests;
    this.counts = { total, completed: answered.length, failed: failed.length + lost.length };
    this.status = status;
  }

  private lineOf({ custom_id, body }: BatchRequest, at: number) {
    const { endpoint } = this.ask;
    const { status, pieces } = this.needs.answer(endpoint, Buffer.from(JSON.stringify(body)));
    const told = JSON.parse(Buffer.concat(pieces).toString()) as unknown;
    const response = { status_code: status, request_id: `req_${this.id}_${at}`, body: told };
    return { id: `batch_req_${this.id}_${at}`, custom_id, response, error: null };
  }

  private fileOf(what: 'output' | 'error', lines: readonly object[]): BatchFile | undefined {
    if (lines.length === 0 && this.needs.keepsEmpty !== true) return undefined;
    const content = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const filename = `${this.id}_${what}.jsonl`;
    return this.needs.files.add({ filename, purpose: 'batch_output', content });
  }
}
