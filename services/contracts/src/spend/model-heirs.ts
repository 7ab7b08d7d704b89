/** A model, as far as spend is told apart by it. */
export interface InheritingModel {
  readonly id: string;
  readonly organization?: string | undefined;
  /** Id of the platform's model whose upstream it uses. */
  readonly inherits?: string | undefined;
}

/** A model of an organization that uses one of the platform's. */
export interface Heir {
  readonly organization: string | undefined;
  readonly value: string;
}

/** Under which of the platform's ids the spend of organizations' models counts. */
export class ModelHeirs {
  private readonly platformIds: ReadonlySet<string>;
  private readonly heirs: ReadonlyMap<string, readonly Heir[]>;
  private readonly bases: ReadonlyMap<string, string>;

  constructor(models: readonly InheritingModel[]) {
    this.platformIds = new Set(
      models.flatMap(({ id, organization }) => (organization === undefined ? [id] : [])),
    );
    const heirs = models.flatMap(({ organization, id, inherits }) =>
      // The platform's ids win, so that what organizations call the same is never served.
      inherits === undefined || this.platformIds.has(id)
        ? []
        : [{ organization, value: id, inherits }],
    );
    this.heirs = Map.groupBy(heirs, ({ inherits }) => inherits);
    this.bases = new Map(
      heirs.map(({ organization, value, inherits }) => [keyOf(organization, value), inherits]),
    );
  }

  /** Whether the spend of every model counts under the same ids by both. */
  isLike(other: ModelHeirs): boolean {
    const { bases } = other;
    return (
      bases.size === this.bases.size &&
      [...this.bases].every(([key, inherits]) => bases.get(key) === inherits)
    );
  }

  /** The models of organizations whose spend counts under this id of the platform's too. */
  of(id: string): readonly Heir[] {
    return this.heirs.get(id) ?? [];
  }

  /** The platform's id of a model by the id that an organization calls it: its own, or that of the one whose upstream it uses. */
  platformId(id: string, organization: string | undefined): string {
    if (this.platformIds.has(id)) return id;
    return this.bases.get(keyOf(organization, id)) ?? id;
  }
}

const keyOf = (organization: string | undefined, id: string): string =>
  `${organization ?? ''}/${id}`;
