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
