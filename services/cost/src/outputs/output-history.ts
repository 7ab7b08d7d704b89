import { KeyOutputs } from './key-outputs.ts';
import { ModelOutputs, type Spread } from './model-outputs.ts';
import { BELL_TENTH, logOf, type LogForecast } from './output-forecast.ts';

/** Keys of a model that are remembered; of more, those that asked last. */
const MOST_KEYS = 10_000;
/** Models that are remembered. */
const MOST_MODELS = 2_000;

/** Whose answers: a model's to one key, or to requests without one. */
export interface AnswerSource {
  /** Tells the models of two organizations apart that are called the same. */
  readonly model: string;
  readonly key: string | undefined;
}

export interface HistoricForecast extends LogForecast {
  /** Answers to this key that it stands on. */
  readonly samples: number;
  /** `profile`: nothing of this model was seen yet. */
  readonly basis: 'history' | 'profile';
}

interface ModelHistory {
  readonly common: ModelOutputs;
  readonly keys: Map<string, KeyOutputs>;
}

/**
 * What models answered: to each key by itself, leaning on what the model answers others where there is little, and that on its profile. It keeps no answers, only what follows
 * from them, so one that is taken in costs the same however long the history.
 */
export class OutputHistory {
  private readonly models = new Map<string, ModelHistory>();
  private readonly profile: (model: string) => Spread;

  /** `profile`: what a model answers as long as nothing was seen of it. */
  constructor(profile: (model: string) => Spread) {
    this.profile = profile;
  }

  /** What the next answer is about to be. */
  forecast({ model, key }: AnswerSource): HistoricForecast {
    const history = this.models.get(model);
    const own = key === undefined ? undefined : history?.keys.get(key);
    if (own) return { ...own.forecast(), samples: own.count, basis: 'history' };
    const common = history?.common ?? this.newModel(model);
    return { ...ofAnyKey(common), samples: 0, basis: common.isEmpty ? 'profile' : 'history' };
  }

  /** Takes in an answer. Those of one key come oldest first. */
  observe({ model, key = '' }: AnswerSource, tokens: number): void {
    const history = latest(this.models, model, MOST_MODELS, (): ModelHistory => ({
      common: this.newModel(model),
      keys: new Map(),
    }));
    const own = latest(history.keys, key, MOST_KEYS, () => new KeyOutputs(history.common));
    own.observe(logOf(tokens));
  }

  private newModel(model: string): ModelOutputs {
    return new ModelOutputs(() => this.profile(model));
  }
}

/** A key that was never seen may be like any other. */
function ofAnyKey({ location, variance, tails }: ModelOutputs): LogForecast {
  const scale = Math.sqrt(variance);
  const low = Math.max(BELL_TENTH, tails.low) * scale;
  const high = Math.max(BELL_TENTH, tails.high) * scale;
  return { median: location, low: location - low, high: location + high };
}

/** The entry of a name, made where there is none, as the last used one; the one that was not used for longest goes where there are too many. */
function latest<T>(map: Map<string, T>, name: string, most: number, make: () => T): T {
  const found = map.get(name) ?? make();
  map.delete(name);
  map.set(name, found);
  if (map.size > most) {
    const [oldest] = map.keys();
    if (oldest !== undefined) map.delete(oldest);
  }
  return found;
}
