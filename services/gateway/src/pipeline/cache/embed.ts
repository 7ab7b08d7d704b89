import { parseJson } from '@aicp/common/json/parse-json';
import type { Clock } from '@aicp/common/time/clock';
import { z } from 'zod';
import { AttemptRecord } from '../../health/attempt-record.ts';
import type { FailureKind } from '../../health/target-health.ts';
import type { RuntimeModel, RuntimeTarget } from '../../routing/runtime.ts';
import type { UpstreamCall, UpstreamReceiver } from '../../providers/upstream/provider-client.ts';
import { blameOf, kindOfStatus } from '../exchange/failure.ts';

/** Bytes of an answer: eight times what the largest vectors of today take. */
const MOST_ANSWER_BYTES = 1_048_576;
/** So long a request waits for it, ms: it is asked so that an answer comes sooner. */
const LONGEST_MS = 2_000;

/** A text as a vector. */
export interface Embedding {
  /** Of length 1. */
  readonly vector: Float32Array;
  /** As the provider counted them; undefined: it does not say. */
  readonly tokens: number | undefined;
}

/** What came of asking: `fault` says in one word why there is no vector. */
export type Embedded = Embedding | { readonly fault: FailureKind | 'rejected' };

export interface EmbeddingAsk {
  readonly model: RuntimeModel;
  readonly target: RuntimeTarget;
  readonly text: string;
  readonly requestId: string;
  /** Milliseconds that are left of the request. */
  readonly leftMs: number;
  readonly clock: Clock;
}

/** By their weights, one of the model's credentials whose circuits let it pass; undefined where nobody can be asked now. `random` gives [0, 1). */
export function targetFor(
  { provider }: Pick<RuntimeModel, 'provider'>,
  random: () => number,
): RuntimeTarget | undefined {
  const { unusable, targets, concurrentLimit } = provider;
  const isFull = (targets[0]?.health.provider.inFlight ?? 0) >= concurrentLimit;
  if (unusable !== undefined || isFull) return undefined;
  const open = targets.filter(({ health, client }) => client.embed && health.isPassable);
  let left = random() * open.reduce((sum, { weight }) => sum + weight, 0);
  return open.find(({ weight }) => weight > 0 && (left -= weight) < 0) ?? open[0];
}

/**
 * Asks a model for the vector of a text, once, and calls back with what came of it. A model that does not answer is left alone by its circuit, as
 * it is for other requests.
 */
export function embed(ask: EmbeddingAsk, done: (embedded: Embedded) => void): void {
  new EmbeddingCall(ask, done).begin();
}

/** One request for a vector. It is over with the first of its endings. */
class EmbeddingCall implements UpstreamReceiver {
  private readonly ask: EmbeddingAsk;
  private readonly done: (embedded: Embedded) => void;
  private readonly record: AttemptRecord;
  private readonly timer = new AbortController();
  private readonly pieces: Buffer[] = [];
  private size = 0;
  private call: UpstreamCall | undefined;
  private isOver = false;

  constructor(ask: EmbeddingAsk, done: (embedded: Embedded) => void) {
    this.ask = ask;
    this.done = done;
    const { clock, model, target } = ask;
    this.record = new AttemptRecord({ clock, target: target.health, model: model.health });
  }

  begin(): void {
    const { model, target, text, requestId, leftMs, clock } = this.ask;
    const timeoutMs = Math.max(1, Math.min(LONGEST_MS, leftMs, model.timeLimits.documentMs));
    clock.sleep(timeoutMs, this.timer.signal).then(
      () => {
        this.fail('timeout');
      },
      () => {
        // It ended before that.
      },
    );
    const asked = { model: model.upstreamModel, input: text, encoding_format: 'float' };
    this.call = target.client.embed?.(
      {
        body: Buffer.from(JSON.stringify(asked)),
        promptCharacters: text.length,
        ...{ requestId, trace: '', timeoutMs },
        connectTimeoutMs: Math.min(timeoutMs, model.timeLimits.connectMs),
      },
      this,
    );
  }

  onStart(status: number): void {
    this.record.heard(status);
    const kind = kindOfStatus(status);
    if (kind === 'answer') return;
    if (kind === 'rejected') {
      this.record.refused();
      this.over({ fault: 'rejected' });
    } else this.fail(kind);
  }

  onData(chunk: Buffer): void {
    this.size += chunk.length;
    if (this.size > MOST_ANSWER_BYTES) this.fail('unexpected');
    else if (!this.isOver) this.pieces.push(Buffer.from(chunk));
  }

  onEnd(): void {
    if (this.isOver) return;
    const embedding = readEmbedding(Buffer.concat(this.pieces));
    if (embedding) {
      this.record.answered();
      this.over(embedding);
    } else this.fail('unexpected');
  }

  onError(): void {
    this.fail('connection');
  }

  private fail(kind: FailureKind): void {
    if (this.isOver) return;
    this.record.failed(kind, blameOf(kind));
    this.over({ fault: kind });
  }

  private over(embedded: Embedded): void {
    if (this.isOver) return;
    this.isOver = true;
    this.timer.abort();
    this.call?.cancel();
    this.call = undefined;
    this.done(embedded);
  }
}

const MOST_TOKENS = 1_000_000;

const answer = z.object({
  data: z.tuple([z.object({ embedding: z.array(z.number()).min(1).max(16_384) })]),
  usage: z
    .object({ prompt_tokens: z.int().min(0).max(MOST_TOKENS) })
    .optional()
    .catch(undefined),
});

/** Reads an answer of the embeddings API of OpenAI; undefined where it is none, or has no direction. */
export function readEmbedding(body: Buffer): Embedding | undefined {
  const read = answer.safeParse(parseJson(body.toString('utf8'))).data;
  if (!read) return undefined;
  const [{ embedding }] = read.data;
  const length = Math.sqrt(embedding.reduce((sum, part) => sum + part * part, 0));
  if (!Number.isFinite(length) || length === 0) return undefined;
  const vector = Float32Array.from(embedding, (part) => part / length);
  return { vector, tokens: read.usage?.prompt_tokens };
}
