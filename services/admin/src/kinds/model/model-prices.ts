import { SectionReader, type FragmentError } from '@aicp/common/snapshot/section-reader';
import type { Clock } from '@aicp/common/time/clock';
import { costOf, ONE_REQUEST } from '@aicp/contracts/prices/cost';
import { PriceSchedule } from '@aicp/contracts/prices/price-schedule';
import {
  tellPrices,
  type PriceReader,
  type ToldPrices,
} from '@aicp/contracts/prices/told/told-prices';
import type { StoredSnapshot } from '@aicp/contracts/snapshot/manifest';
import { NO_TOKENS } from '@aicp/contracts/usage/usage-record';
import { modelFragment, type ModelFragment } from '@aicp/contracts/snapshot/sections/catalog';

interface Known {
  readonly fragment: ModelFragment;
  readonly pricing: PriceSchedule;
}

/** What models cost, as the newest snapshot says: the operator resolves the prices of a Model from the catalogs that price it. */
export class ModelPrices {
  private readonly clock: Clock;
  private readonly reader = new SectionReader();
  private snapshot: StoredSnapshot | undefined;
  private known: ReadonlyMap<string, Known> | undefined;

  constructor({ clock }: { clock: Clock }) {
    this.clock = clock;
  }

  /** Takes a snapshot, and reads it when somebody asks. It refuses none: whether a gateway can use what it says is for the gateways to report. */
  apply(snapshot: StoredSnapshot): readonly FragmentError[] {
    this.snapshot = snapshot;
    this.known = undefined;
    return [];
  }

  /** What a Model costs now, by its metadata.name, as somebody is told; undefined where no snapshot has it. */
  of(name: string, reader: PriceReader | undefined): ToldPrices | undefined {
    this.known ??= this.snapshot && this.read(this.snapshot);
    const model = this.known?.get(name);
    if (!model) return undefined;
    const nowMs = this.clock.now();
    return tellPrices(model.fragment, model.pricing.at(nowMs), { nowMs, reader });
  }

  /** What a request of so many tokens costs now, nano-USD; undefined where nobody knows. */
  costOf(
    name: string,
    { input, output }: { readonly input: number; readonly output: number },
  ): number | undefined {
    this.known ??= this.snapshot && this.read(this.snapshot);
    const prices = this.known?.get(name)?.pricing.at(this.clock.now());
    return prices && (costOf({ ...NO_TOKENS, input, output }, prices, ONE_REQUEST) ?? undefined);
  }

  /** What this version cannot read costs what nobody here knows. */
  private read(snapshot: StoredSnapshot): ReadonlyMap<string, Known> {
    const known = this.reader.read({
      snapshot,
      section: 'models',
      schema: modelFragment,
      convert: (fragment) => ({
        fragment,
        pricing: new PriceSchedule(fragment, fragment.mode),
      }),
      errors: [],
    });
    this.reader.prune();
    return new Map(known.map((one) => [one.fragment.name, one]));
  }
}
