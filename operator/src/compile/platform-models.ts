import type { PlatformModel, World } from '../kinds/world.ts';
import type { NameScope } from './name-scope.ts';

/** The platform's models as organizations' models inherit from them. */
export class PlatformModels {
  private readonly byName = new Map<string, PlatformModel>();
  private readonly byUpstream = new Map<string, PlatformModel | 'several'>();

  constructor(platform: Pick<NameScope, 'served'>) {
    for (const { names, model } of platform.served()) {
      for (const name of names) this.byName.set(name, model);
      const key = keyOf(model.provider, model.upstreamModel);
      this.byUpstream.set(key, this.byUpstream.has(key) ? 'several' : model);
    }
  }

  readonly find: World['platformModel'] = (provider, name) => {
    const named = this.byName.get(name);
    if (named?.provider === provider) return named;
    const alone = this.byUpstream.get(keyOf(provider, name));
    return alone === 'several' ? undefined : alone;
  };
}

const keyOf = (provider: string, upstreamModel: string): string =>
  JSON.stringify([provider, upstreamModel]);
