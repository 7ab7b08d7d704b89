import { parseJson } from '@aicp/common/json/parse-json';
import type { Clock } from '@aicp/common/time/clock';
import { z } from 'zod';
import { AttemptRecord } from '../../health/attempt-record.ts';
import type { FailureKind } from '../../health/target-health.ts';
import type { RuntimeModel, RuntimeTarget } from '../../routing/runtime.ts';
import { targetByWeight } from '../../routing/target-by-weight.ts';
import type {
  UpstreamCall,
  UpstreamError,
  UpstreamReceiver,
} from '../../providers/upstream/provider-client.ts';
import { Circuit } from '../../health/circuit.ts';
import type { ModelHealth } from '../../health/model-health.ts';
import { kindOfStatus } from '../exchange/failure.ts';
import { ConstantVectors } from './constant-vectors.ts';

/** Bytes of an answer: some three times what the largest vectors of today take. */
const MOST_ANSWER_BYTES = 262_144;
/** So long a request waits for it, ms: it is asked so that an answer comes sooner. */
const LONGEST_MS = 2_000;

/** A text as a vector. */
export interface Embedding {
  /** Of length 1. */
  readonly vector: Float32Array;
  /** As the provider counted them; undefined: it does not say. */
  readonly tokens: number | undefined;
}

/** Why there is no vector, in one word, and the tokens that the provider counted all the same. */
interface NoEmbedding {
  readonly fault: FailureKind | 'rejected';
  readonly tokens?: number | undefined;
}

/** What came of asking. */
export type Embedded = Embedding | NoEmbedding;

export interface EmbeddingAsk {
  readonly model: RuntimeModel;
  readonly target: RuntimeTarget;
  readonly text: string;
  readonly requestId: string;
  /** Milliseconds that are left of the request. */
  readonly leftMs: number;
  readonly clock: Clock;
  /** [0, 1). */
  readonly random: () => number;
}

/** What is known of a model that is asked. */
interface Known {
  readonly circuit: Circuit;
  readonly vectors: ConstantVectors;
}

/** Of the models that are asked: those that do not answer are left alone, and nothing of it is held against their providers, whom others ask for more. */
const KNOWN = new WeakMap<ModelHealth, Known>();

function knownOf({ model: { health }, clock, random }: TargetAsk): Known {
  const known = KNOWN.get(health);
  if (known) return known;
  const made = { circuit: new Circuit({ clock, random }), vectors: new ConstantVectors() };
  KNOWN.set(health, made);
  return made;
}

interface TargetAsk {
  readonly model: RuntimeModel;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** [0, 1). */
  readonly random: () => number;
}

/** By their weights, one of the model's credentials whose circuits let it pass; undefined where nobody can be asked now. */
export function targetFor(ask: TargetAsk): RuntimeTarget | undefined {
  const { upstreamModel, provider } = ask.model;
  const { unusable, targets, concurrentLimit } = provider;
  const isFull = (targets[0]?.health.provider.inFlight ?? 0) >= concurrentLimit;
  if (unusable !== undefined || isFull || !knownOf(ask).circuit.isPassable) return undefined;
  const mayAsk = ({ health, client }: RuntimeTarget): boolean =>
    (client.serves?.('embeddings', upstreamModel) ?? client.speaks.includes('embeddings')) &&
    health.isPassable;
  return targetByWeight(targets, mayAsk, ask.random);
}

/**
 * Asks a model for the vector of a text, once, and calls back once with what came of it, two seconds later at most. What `done` throws is its
 * own to catch.
 */
export function embed(ask: EmbeddingAsk, done: (embedded: Embedded) => void): void {
  new EmbeddingCall(ask, done).begin();
}

/** One request for a vector. It is over with the first of its endings. */
class EmbeddingCall implements UpstreamReceiver {
  private readonly ask: EmbeddingAsk;
  private readonly done: (embedded: Embedded) => void;
  private readonly record: AttemptRecord;
  private readonly circuit: Circuit;
  private readonly vectors: ConstantVectors;
  private readonly era: number;
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
    const { circuit, vectors } = knownOf(ask);
    this.circuit = circuit;
    this.vectors = vectors;
    this.era = this.circuit.begin();
  }

  begin(): void {
    const { model, target, text, requestId, leftMs, clock } = this.ask;
    const timeoutMs = Math.max(1, Math.min(this.ownMs, leftMs));
    clock.sleep(timeoutMs, this.timer.signal).then(
      () => {
        this.late();
      },
      () => {
        // It ended before that.
      },
    );
    const asked = { model: model.upstreamModel, input: text, encoding_format: 'float' };
    this.call = target.client.send(
      {
        ...{ format: 'embeddings', model: model.upstreamModel, stream: false },
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
      // The text is not for this model, which says nothing of either.
      this.record.refused();
      this.circuit.dropped(this.era);
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
    const { vector, tokens } = readEmbedding(Buffer.concat(this.pieces));
    if (!vector) this.fail('unexpected', { tokens });
    else if (this.vectors.note(this.ask.text, vector)) {
      this.fail('unexpected', { isEnough: true, tokens });
    } else {
      this.record.answered();
      this.circuit.answered(this.era);
      this.over({ vector, tokens });
    }
  }

  /** A connection on which nothing comes may end before this call's own time is over: the model is late all the same. */
  onError({ kind }: Pick<UpstreamError, 'kind'>): void {
    if (kind === 'timeout') this.late();
    else this.fail('connection');
  }

  /** A second request that waits so long for nothing would be one too many. */
  private late(): void {
    this.fail('timeout', { isEnough: this.ask.leftMs >= this.ownMs });
  }

  /** The longest that it may take, however much time the request has left, ms. */
  private get ownMs(): number {
    return Math.min(LONGEST_MS, this.ask.model.timeLimits.documentMs);
  }

  /** `isEnough`: the model is left alone for that. */
  private fail(
    kind: FailureKind,
    { isEnough = false, tokens }: { isEnough?: boolean; tokens?: number | undefined } = {},
  ): void {
    if (this.isOver) return;
    this.record.failed(kind, 'model');
    this.circuit.failed(this.era, isEnough);
    this.over({ fault: kind, tokens });
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
  data: z.tuple([z.object({ embedding: z.array(z.number()).min(1).max(4_096) })]),
});
const used = z.object({ usage: z.object({ prompt_tokens: z.int().min(0).max(MOST_TOKENS) }) });

/** What an answer says that it used, whatever else it holds. */
const tokensOf = (body: unknown): number | undefined =>
  used.safeParse(body).data?.usage.prompt_tokens;

/** Reads an answer of the embeddings API of OpenAI: it may say what it used also where it is no vector. */
function readEmbedding(body: Buffer): {
  vector: Float32Array | undefined;
  tokens: number | undefined;
} {
  const json = parseJson(body.toString('utf8'));
  return { vector: vectorOf(json), tokens: tokensOf(json) };
}

/** The vector of an answer, of length 1; undefined where there is none, or it has no direction. */
function vectorOf(json: unknown): Float32Array | undefined {
  const read = answer.safeParse(json).data;
  if (!read) return undefined;
  const [{ embedding }] = read.data;
  const length = Math.sqrt(embedding.reduce((sum, part) => sum + part * part, 0));
  if (!Number.isFinite(length) || length === 0) return undefined;
  return Float32Array.from(embedding, (part) => part / length);
}
