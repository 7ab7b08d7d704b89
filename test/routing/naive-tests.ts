import { armOf, shareOf } from '@aicp/contracts/abtests/assign';
import type { NaiveModel, NaiveNames, NaiveThing } from './naive-names.ts';
import type { Asking, Owner, World } from './world-types.ts';

export interface NaiveTest {
  readonly variant: NaiveModel;
  /** Whether the variant is to serve the request. */
  readonly isTried: boolean;
}

/** The A/B test that a request for a model may take part in: its organization's, else the platform's; of several in a scope, the oldest. */
export function testOf(
  world: World,
  names: NaiveNames,
  asking: Asking,
  asked: NaiveThing,
): NaiveTest | undefined {
  const within = (scope: Owner): NaiveTest | undefined => {
    for (const [index, test] of world.tests.entries()) {
      if (test.owner !== scope || names.holder(test.base, scope) !== asked) continue;
      const variant = names.holder(test.variant, scope);
      if (variant?.kind !== 'model' || variant === asked) continue;
      const unit = test.stickyBy === 'user' ? (asking.user ?? asking.key) : asking.key;
      const arm = armOf(`ABTest-ab${index}`, unit, shareOf(test.percent));
      return { variant, isTried: test.state === 'promoted' || arm === 'variant' };
    }
    return undefined;
  };
  const { organization } = asking;
  const own = organization === undefined ? undefined : within(organization);
  return own ?? within(undefined);
}
