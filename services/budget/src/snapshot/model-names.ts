import type { ModelFragment } from '@aicp/contracts/snapshot/sections/catalog';
import { ModelHeirs } from '@aicp/contracts/spend/model-heirs';

/** Models by what they are called by whom. */
export class ModelNames {
  /** Under which of the platform's ids spend counts. */
  readonly heirs: ModelHeirs;
  private readonly byName = new Map<string, ModelFragment>();

  constructor(models: readonly ModelFragment[]) {
    for (const model of models) {
      for (const name of [model.id, ...model.aliases]) {
        const key = keyOf(model.organization, name);
        if (!this.byName.has(key)) this.byName.set(key, model);
      }
    }
    this.heirs = new ModelHeirs(models);
  }

  /** What a name means to the requests of an organization: the platform's names win. */
  find(name: string, organization: string | undefined): ModelFragment | undefined {
    return this.byName.get(keyOf(undefined, name)) ?? this.byName.get(keyOf(organization, name));
  }
}

const keyOf = (organization: string | undefined, name: string): string =>
  `${organization ?? ''}/${name}`;
