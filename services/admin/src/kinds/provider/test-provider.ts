import type { Clock } from '@aicp/common/time/clock';
import { askModels, type Asked, type Asking } from './asking/ask-models.ts';
import type { Failure, FailureReason } from './asking/failure.ts';

/** What came of asking a provider for its models. */
export interface ProviderVerdict {
  readonly ok: boolean;
  /** What is wrong, for programs; null where all is well. */
  readonly reason: FailureReason | null;
  /** HTTP status; null where there was no answer, or nothing to ask. */
  readonly status: number | null;
  readonly latency_ms: number;
  /** How many models it lists; null where it does not say. */
  readonly models: number | null;
  /** A sentence that says what to do. */
  readonly message: string;
}

export interface TestOptions extends Asking {
  readonly clock: Clock;
}

/** Asks a provider for its models: a real request that costs nothing. Never rejects: what goes wrong is the verdict. */
export async function testProvider({ clock, ...asking }: TestOptions): Promise<ProviderVerdict> {
  if (asking.spec['type'] === 'simulated') {
    return verdict({ ok: true, message: 'A simulation always answers.' });
  }
  const began = clock.monotonic();
  const asked = await askModels(asking);
  const latency = Math.round((clock.monotonic() - began) * 10) / 10;
  return { ...verdictOn(asked), latency_ms: latency };
}

/** The verdict on a provider that could not be asked. */
export const failedVerdict = (failure: Failure): ProviderVerdict => verdict(failure);

const verdict = (more: Partial<ProviderVerdict> & { message: string }): ProviderVerdict => ({
  ok: false,
  reason: null,
  status: null,
  latency_ms: 0,
  models: null,
  ...more,
});

function verdictOn(asked: Asked): ProviderVerdict {
  if ('failure' in asked) return failedVerdict(asked.failure);
  const { status, models } = asked;
  const many = models.length === 1 ? '1 model' : `${models.length} models`;
  const message = `It answers, and lists ${many}.`;
  return verdict({ ok: true, status, models: models.length, message });
}
