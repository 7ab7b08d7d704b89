/** How much one count of a provider moves its factor. */
const RATE = 0.05;
/** What a provider counts is believed within this range: beyond it, something else was counted than we saw. */
const BOUNDS = [0.5, 2] as const;
/** Models whose factors are remembered. */
const MOST_MODELS = 2_000;
/** Anthropic's newer encodings make some 15 % more of the same text than o200k. */
const CLAUDE = 1.15;

/**
 * How many tokens a model's provider counts for one of ours: only OpenAI's encodings can be had. It begins with what is known of the vendor, and follows the provider's own counts of requests that were
 * foretold here under the same request id.
 */
export class VendorFactors {
  private readonly learned = new Map<string, number>();

  /** `upstreamModel`: what it is called at its provider. */
  of(upstreamModel: string): number {
    return this.learned.get(upstreamModel) ?? (/claude/i.test(upstreamModel) ? CLAUDE : 1);
  }

  /** Takes in what the provider counted of a text in which we found `ours` tokens. */
  observe(upstreamModel: string, counts: { readonly ours: number; readonly theirs: number }): void {
    const ratio = counts.theirs / counts.ours;
    if (!(ratio >= BOUNDS[0] && ratio <= BOUNDS[1])) return;
    const known = this.of(upstreamModel);
    if (this.learned.size >= MOST_MODELS && !this.learned.has(upstreamModel)) return;
    this.learned.set(upstreamModel, known + RATE * (ratio - known));
  }
}
