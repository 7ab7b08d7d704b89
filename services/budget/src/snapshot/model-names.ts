import type { ModelFragment } from '@aicp/contracts/snapshot/sections/catalog';

/** A model of an organization that uses one of the platform's. */
export interface Heir {
  readonly organization: string | undefined;
  readonly value: string;
}

/** Models by what they are called by whom. */
export class ModelNames {
  private readonly byName = new Map<string, ModelFragment>();
  private readonly byId: ReadonlyMap<string, ModelFragment>;
  private readonly heirs: ReadonlyMap<string, readonly Heir[]>;
  private readonly inherited: string;

  constructor(models: readonly ModelFragment[]) {
    for (const model of models) {
      for (const name of [model.id, ...model.aliases]) {
        const key = keyOf(model.organization, name);
        if (!this.byName.has(key)) this.byName.set(key, model);
      }
    }
    this.byId = new Map(models.map((model) => [keyOf(model.organization, model.id), model]));
    this.heirs = Map.groupBy(
      models.flatMap(({ organization, id, inherits }) =>
        inherits === undefined || this.isPlatforms(id)
          ? []
          : [{ organization, value: id, inherits }],
      ),
      ({ inherits }) => inherits,
    );
    this.inherited = JSON.stringify([...this.heirs]);
  }

  /** What a name means to the requests of an organization: the platform's names win. */
  find(name: string, organization: string | undefined): ModelFragment | undefined {
    return this.byName.get(keyOf(undefined, name)) ?? this.byName.get(keyOf(organization, name));
  }

  /** Whether the spend of every model counts under the same ids by both. */
  isLike(other: ModelNames): boolean {
    return this.inherited === other.inherited;
  }

  /** The models of organizations whose spend counts under this id of the platform's too. */
  heirsOf(id: string): readonly Heir[] {
    return this.heirs.get(id) ?? [];
  }

  /** Under which of the platform's ids the spend of a model counts: its own, or that of the one whose upstream it uses. */
  platformId(id: string, organization: string | undefined): string {
    if (this.isPlatforms(id)) return id;
    return this.byId.get(keyOf(organization, id))?.inherits ?? id;
  }

  /** The platform's ids win, so that what organizations call the same is never served. */
  private isPlatforms(id: string): boolean {
    return this.byId.has(keyOf(undefined, id));
  }
}

const keyOf = (organization: string | undefined, name: string): string =>
  `${organization ?? ''}/${name}`;
