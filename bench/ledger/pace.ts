/** A batch that was brought in. */
export interface Written {
  readonly records: number;
  readonly ms: number;
  readonly endedAt: number;
}

export interface Quantiles {
  readonly p50: number;
  readonly p95: number;
}

/** Records a second in the slowest of ten parts, each with as many batches as the others. */
export function slowestTenth(batches: readonly Written[], began: number): number {
  const inOrder = [...batches].sort((a, b) => a.endedAt - b.endedAt);
  const size = Math.max(1, Math.ceil(inOrder.length / 10));
  let slowest = Infinity;
  let from = began;
  for (let index = 0; index < inOrder.length; index += size) {
    const part = inOrder.slice(index, index + size);
    const to = part.at(-1)?.endedAt ?? from;
    const records = part.reduce((sum, batch) => sum + batch.records, 0);
    slowest = Math.min(slowest, (records * 1_000) / (to - from));
    from = to;
  }
  return Math.round(slowest);
}

export function quantiles(times: readonly number[]): Quantiles {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
  return { p50: at(0.5), p95: at(0.95) };
}

export const round = (number: number): number => Math.round(number * 10) / 10;
