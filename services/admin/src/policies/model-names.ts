import type { Spec } from '../resources/collection.ts';
import type { StoredObject } from '../resources/stored-object.ts';

/** A model that may be asked for, as far as policies read it. */
export interface NamedModel {
  readonly id: string;
  readonly provider: string;
  readonly tier: string | undefined;
}

/** What the names that requests and policies use stand for: models by id and alias, groups by alias. */
export class ModelNames {
  private readonly models = new Map<string, NamedModel>();
  private readonly groups = new Map<string, readonly string[]>();

  /** Of several with one name the oldest counts. */
  constructor(models: readonly StoredObject[], policies: readonly StoredObject[]) {
    for (const { spec } of byAge(models)) {
      if (spec['isActive'] === false) continue;
      const model = toNamedModel(spec);
      for (const name of [model.id, ...namesIn(spec['aliases'])]) {
        if (!this.models.has(name)) this.models.set(name, model);
      }
    }
    for (const { spec } of byAge(policies)) {
      if (spec['policyType'] !== 'model_group' || spec['isActive'] === false) continue;
      const config = spec['config'] as Spec;
      const alias = String(config['alias']);
      if (!this.groups.has(alias)) this.groups.set(alias, namesIn(config['models']));
    }
  }

  /** The models behind a name, in order; none where nothing has it. */
  find(name: string): readonly NamedModel[] {
    const members = this.groups.get(name);
    const names = members ?? [name];
    return names.flatMap((one) => this.models.get(one) ?? []);
  }

  /** The same for several names, each model once. */
  findAll(names: readonly string[]): readonly NamedModel[] {
    return [...new Set(names.flatMap((name) => this.find(name)))];
  }

  /** Groups and their members' names. */
  get aliases(): Readonly<Record<string, readonly string[]>> {
    return Object.fromEntries(this.groups);
  }
}

export const namesIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? (value as readonly string[]) : [];

const byAge = (objects: readonly StoredObject[]): readonly StoredObject[] =>
  [...objects].sort((a, b) =>
    (a.metadata.creationTimestamp ?? '') < (b.metadata.creationTimestamp ?? '') ? -1 : 1,
  );

const toNamedModel = (spec: Spec): NamedModel => ({
  id: String(spec['modelId']),
  provider: String(spec['provider']),
  tier: typeof spec['tier'] === 'string' ? spec['tier'] : undefined,
});
