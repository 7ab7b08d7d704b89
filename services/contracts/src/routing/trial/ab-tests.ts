import type { Catalog } from '../catalog/catalog.ts';
import type { RoutingModel } from '../catalog/resolution.ts';
import type { AbTestFragment } from '../../snapshot/sections/abtests.ts';

/** A test whose models are there. */
export interface AbTest<M extends RoutingModel = RoutingModel> {
  /** metadata.name of the ABTest. */
  readonly name: string;
  /** metadata.uid: what it assigns by. A test that is made anew under the same name assigns anew. */
  readonly seed: string;
  readonly state: AbTestFragment['state'];
  readonly variant: M;
  /** Hundredths of a percent. */
  readonly share: number;
  readonly stickyBy: AbTestFragment['stickyBy'];
}

/** The tests that have one model as their base. */
interface TestsOfBase<M extends RoutingModel> {
  platform: AbTest<M> | undefined;
  readonly own: Map<string, AbTest<M>>;
}

/** The tests that move requests, by their base models. One whose models are not both there moves none. */
export class AbTests<M extends RoutingModel = RoutingModel> {
  private readonly byBase = new Map<RoutingModel, TestsOfBase<M>>();

  constructor(fragments: readonly AbTestFragment[], catalog: Pick<Catalog<M>, 'named'>) {
    for (const fragment of fragments) {
      const { organization } = fragment;
      const base = catalog.named(fragment.base, { organization });
      const variant = catalog.named(fragment.variant, { organization });
      if (base?.kind !== 'model' || variant?.kind !== 'model' || base === variant) continue;
      this.add(base, toAbTest(fragment, variant), organization);
    }
  }

  get isEmpty(): boolean {
    return this.byBase.size === 0;
  }

  /** The one test that a request for a model may take part in: that of its organization, else the platform's. */
  of(base: RoutingModel, organization: string | undefined): AbTest<M> | undefined {
    const tests = this.byBase.get(base);
    if (!tests) return undefined;
    const own = organization === undefined ? undefined : tests.own.get(organization);
    return own ?? tests.platform;
  }

  /** The operator lets one through for each base model and scope; were there two, the first counts. */
  private add(base: M, test: AbTest<M>, organization: string | undefined): void {
    let tests = this.byBase.get(base);
    if (!tests) {
      tests = { platform: undefined, own: new Map() };
      this.byBase.set(base, tests);
    }
    if (organization === undefined) tests.platform ??= test;
    else if (!tests.own.has(organization)) tests.own.set(organization, test);
  }
}

const toAbTest = <M extends RoutingModel>(
  { id, source, state, share, stickyBy }: AbTestFragment,
  variant: M,
): AbTest<M> => ({ name: id, seed: source.uid, state, variant, share, stickyBy });
