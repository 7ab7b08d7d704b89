import type { Attributes, Histogram, Meter } from '@opentelemetry/api';
import { inputOf, outputOf } from '@aicp/contracts/usage/token-totals';
import type { TokenBuckets } from '@aicp/contracts/usage/usage-record';

/** Buckets as the semantic conventions for generative AI have them. */
const DURATION_SECONDS = [
  0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
];
const FIRST_CHUNK_SECONDS = [
  0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
];
const TOKENS = [
  1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216,
  67_108_864,
];

/** The metrics of requests to providers. Attributes come from the configuration alone, so that there is a bounded number of series. */
export class GenAiMetrics {
  private readonly duration: Histogram;
  private readonly firstChunk: Histogram;
  private readonly tokens: Histogram;

  constructor(meter: Meter) {
    this.duration = meter.createHistogram('gen_ai.client.operation.duration', {
      description: 'GenAI operation duration.',
      unit: 's',
      advice: { explicitBucketBoundaries: DURATION_SECONDS },
    });
    this.firstChunk = meter.createHistogram('gen_ai.client.operation.time_to_first_chunk', {
      description: 'Time to receive the first chunk of a stream.',
      unit: 's',
      advice: { explicitBucketBoundaries: FIRST_CHUNK_SECONDS },
    });
    this.tokens = meter.createHistogram('gen_ai.client.token.usage', {
      description: 'Number of input and output tokens used.',
      unit: '{token}',
      advice: { explicitBucketBoundaries: TOKENS },
    });
  }

  /** An attempt at a provider is over; `error` is why it came to nothing. */
  lasted(ms: number, attributes: Attributes, error: string | undefined): void {
    const more = error === undefined ? attributes : { ...attributes, 'error.type': error };
    this.duration.record(ms / 1000, more);
  }

  /** A stream brought its first content after `ms`. */
  began(ms: number, attributes: Attributes): void {
    this.firstChunk.record(ms / 1000, attributes);
  }

  /** The provider counted tokens. The conventions, too, count what was cached as input, and reasoning as output. */
  used(tokens: TokenBuckets, attributes: Attributes): void {
    this.tokens.record(inputOf(tokens), { ...attributes, 'gen_ai.token.type': 'input' });
    this.tokens.record(outputOf(tokens), { ...attributes, 'gen_ai.token.type': 'output' });
  }
}
