import { KeyOutputs } from './key-outputs.ts';
import { ModelOutputs, type Spread } from './model-outputs.ts';
import { BELL_TENTH, logOf, type LogForecast } from './output-forecast.ts';

/** Keys of an organization's model that are remembered; of more, those that asked last. */
const MOST_KEYS = 10_000;
/** Models of an organization that are remembered, and organizations. */
const MOST_MODELS = 500;
const MOST_ORGANIZATIONS = 2_000;

/** Whose answers: a model's to one key of an organization, or to its requests without one. */
export interface AnswerSource {
  /** Undefined: of no organization. */
  readonly organization: string | undefined;
  /** Tells the models of two organizations apart that are called the same. */
  readonly model: string;
  readonly key: string | undefined;
}

export interface HistoricForecast extends LogForecast {
  /** Answers to this key that it stands on. */
  readonly samples: number;
  /** `profile`: the organization had no answer of this model yet. */
  readonly basis: 'history' | 'profile';
}

interface ModelHistory {
  readonly common: ModelOutputs;
  readonly keys: Map<string, KeyOutputs>;
}

type ModelHistories = Map<string, ModelHistory>;

/**
 * What models answered: to each key by itself, leaning on what the model answers the other keys of its organization where there is little, and that on the model's profile. How long answers are
 * tells what somebody does, so no organization is foretold by another's, nor by the platform's own keys. It keeps no answers, only what follows from them, so one that is taken in costs the same
 * however long the history.
 */
export class OutputHistory {
  private readonly organizations = new Map<string, ModelHistories>();
  private readonly profile: (model: string) => Spread;

  /** `profile`: what a model answers as long as nothing was seen of it. */
  constructor(profile: (model: string) => Spread) {
    this.profile = profile;
  }

  /** What the next answer is about to be. */
  forecast({ organization = NOBODYS, model, key }: AnswerSource): HistoricForecast {
    const history = this.organizations.get(organization)?.get(model);
    const own = key === undefined ? undefined : history?.keys.get(key);
    if (own) return { ...own.forecast(), samples: own.count, basis: 'history' };
    const common = history?.common ?? this.newModel(model);
    return { ...ofAnyKey(common), samples: 0, basis: common.isEmpty ? 'profile' : 'history' };
  }

  /** Takes in an answer. Those of one key come oldest first. */
  observe({ organization = NOBODYS, model, key = '' }: AnswerSource, tokens: number): void {
    const models = latest(
      this.organizations,
      organization,
      MOST_ORGANIZATIONS,
      (): ModelHistories => new Map(),
    );
    const history = latest(models, model, MOST_MODELS, (): ModelHistory => ({
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

/** No organization is called so. */
const NOBODYS = '';

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
