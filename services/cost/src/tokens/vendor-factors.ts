/** How much one count of a provider moves its factor. */
const RATE = 0.05;
/** What a provider counts is believed within this range: beyond it, something else was counted than we saw. */
const BOUNDS = [0.5, 2] as const;
/** So many factors of keys are remembered of one organization, and of one model of it. */
const MOST = 2_000;
const MOST_KEYS = 50;
/** Anthropic's newer encodings make some 15 % more of the same text than o200k. */
const CLAUDE = 1.15;

/** Who counts: a model by what its provider calls it, at that provider. */
export interface CountingModel {
  /** metadata.name of the Provider. */
  readonly provider: string;
  readonly upstreamModel: string;
}

/** Whose requests were counted; undefined: of no organization, of nobody who is known by a key. */
export interface CountedFor {
  readonly organization: string | undefined;
  readonly key: string | undefined;
}

/** The factors of models as somebody is to see them. */
export interface Factors {
  of(model: CountingModel): number;
}

/**
 * How many tokens a model's provider counts for one of ours: only OpenAI's encodings can be had. It begins with what is known of the vendor, and follows the provider's own counts of requests that were
 * foretold here under the same request id. Nobody can tell whether the same was sent that was foretold: so a key teaches itself, others of its organization by the middle of all its
 * keys, and no other organization; what the platform's own keys teach is where everybody begins.
 */
export class VendorFactors {
  /** By organization and model, then by key. */
  private readonly learned = new Map<string, Map<string, number>>();
  private readonly sizes = new Map<string | undefined, number>();

  for({ organization, key }: CountedFor): Factors {
    return {
      of: (model) => {
        const own = this.learned.get(placeOf(organization, model));
        const ofPlatform = this.learned.get(placeOf(undefined, model));
        return (
          (key === undefined ? undefined : own?.get(key)) ??
          middleOf(own) ??
          middleOf(ofPlatform) ??
          (/claude/i.test(model.upstreamModel) ? CLAUDE : 1)
        );
      },
    };
  }

  /** Takes in what the provider counted of a text in which we found `ours` tokens. */
  observe(
    model: CountingModel,
    { organization, key }: CountedFor & { readonly key: string },
    counts: { readonly ours: number; readonly theirs: number },
  ): void {
    const ratio = counts.theirs / counts.ours;
    if (!(ratio >= BOUNDS[0] && ratio <= BOUNDS[1])) return;
    const place = placeOf(organization, model);
    const keys = this.learned.get(place) ?? new Map<string, number>();
    const isNew = !keys.has(key);
    const size = this.sizes.get(organization) ?? 0;
    if (isNew && (size >= MOST || keys.size >= MOST_KEYS)) return;
    if (isNew) this.sizes.set(organization, size + 1);
    const known = this.for({ organization, key }).of(model);
    this.learned.set(place, keys.set(key, known + RATE * (ratio - known)));
  }
}

/** Names of objects hold no slash. */
const placeOf = (
  organization: string | undefined,
  { provider, upstreamModel }: CountingModel,
): string => `${organization ?? ''}/${provider}/${upstreamModel}`;

function middleOf(keys: ReadonlyMap<string, number> | undefined): number | undefined {
  const factors = [...(keys?.values() ?? [])].sort((a, b) => a - b);
  return factors[Math.floor((factors.length - 1) / 2)];
}
