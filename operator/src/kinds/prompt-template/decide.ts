import type { PromptTemplateSpec } from '@aicp/crds/prompt-template';
import { readAsItIs, type Decision } from '../decision.ts';
import type { SourceObject } from '../source-object.ts';
import type { PromptTemplateGathered } from './gather.ts';

/** A PromptTemplate adds nothing to a snapshot: the admin service reads the object itself. */
export const decidePromptTemplate = (
  _object: SourceObject,
  _spec: PromptTemplateSpec,
  { missing }: PromptTemplateGathered,
): Decision => readAsItIs(missing);
