import { countText } from '../../../ui/text/format-number.ts';

/** A model that a provider offers, as the API tells it. */
export interface OfferedModel {
  /** What the vendor calls it. */
  readonly id: string;
  readonly display_name: string | null;
  readonly mode: string;
  readonly context_window: number | null;
  readonly prices: {
    readonly input_price_per_million: number | null;
    readonly output_price_per_million: number | null;
  } | null;
  /** The Model that serves it already; null: none does. */
  readonly model: string | null;
  /** What a Model of it is made with. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** What `GET /api/v1/providers/{id}/models` answers. */
export interface OfferedModels {
  readonly total: number;
  readonly models: readonly OfferedModel[];
}

/** More than anybody reads; vendors offer hundreds. */
export const MOST_SHOWN = 100;

/** Those whose id or name holds what was typed, in whatever case. */
export function narrowed(models: readonly OfferedModel[], typed: string): readonly OfferedModel[] {
  const wanted = typed.trim().toLowerCase();
  return models.filter(({ id, display_name: name }) =>
    [id, name ?? ''].some((text) => text.toLowerCase().includes(wanted)),
  );
}

/** Those that no Model serves yet. */
export const unmade = (models: readonly OfferedModel[]): readonly OfferedModel[] =>
  models.filter(({ model }) => model === null);

/** What is found of what a vendor offers: how many, how many of them Models serve already, and how many are shown. */
export function saidOf(found: readonly OfferedModel[]): string {
  if (found.length === 0) return 'It offers no such model.';
  const served = found.length - unmade(found).length;
  const said = `${countText(found.length)} offered${served === 0 ? '' : `, ${countText(served)} of them served already`}`;
  if (found.length <= MOST_SHOWN) return `${said}.`;
  return `${said}. The first ${countText(MOST_SHOWN)} are shown: type a part of a name.`;
}
