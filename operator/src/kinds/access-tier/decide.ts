import type { AccessTierSpec } from '@aicp/crds/access-tier';
import { readAsItIs, type Decision } from '../decision.ts';
import type { SourceObject } from '../source-object.ts';
import type { AccessTierGathered } from './gather.ts';

/** An AccessTier adds nothing to a snapshot: the admin service reads the object itself where access is asked for. */
export const decideAccessTier = (
  _object: SourceObject,
  _spec: AccessTierSpec,
  { missing }: AccessTierGathered,
): Decision => readAsItIs(missing);
