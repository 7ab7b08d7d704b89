/** Of which requests there are traces. */
export interface Sampling {
  /** Whether what the client's traceparent says of it comes first. */
  readonly followsParent: boolean;
  /** The share of the others, 0 to 1. */
  readonly ratio: number;
}

const ALL: Sampling = { followsParent: true, ratio: 1 };

/** What OTEL_TRACES_SAMPLER and its argument ask for; `problem` hears of what cannot be, and all requests are traced then. */
export function samplingOf(
  environment: {
    readonly OTEL_TRACES_SAMPLER?: string | undefined;
    readonly OTEL_TRACES_SAMPLER_ARG?: string | undefined;
  },
  problem: (sentence: string) => void,
): Sampling {
  const { OTEL_TRACES_SAMPLER: name = 'parentbased_always_on', OTEL_TRACES_SAMPLER_ARG: arg } =
    environment;
  const followsParent = name.startsWith('parentbased_');
  switch (name.replace('parentbased_', '')) {
    case 'always_on':
      return { followsParent, ratio: 1 };
    case 'always_off':
      return { followsParent, ratio: 0 };
    case 'traceidratio':
      return { followsParent, ratio: ratioOf(arg, problem) };
    default:
      problem(
        `OTEL_TRACES_SAMPLER is ${name}; this version knows always_on, always_off and traceidratio, each also with parentbased_ before it.`,
      );
      return ALL;
  }
}

function ratioOf(arg: string | undefined, problem: (sentence: string) => void): number {
  const ratio = Number(arg ?? 1);
  if (ratio >= 0 && ratio <= 1) return ratio;
  problem(`OTEL_TRACES_SAMPLER_ARG is ${String(arg)}; it takes a share from 0 to 1.`);
  return 1;
}
