import type { PromptTemplateSpec } from '@aicp/crds/prompt-template';
import { accepted, refused, type Decision } from '../decision.ts';
import type { SourceObject } from '../source-object.ts';
import type { PromptTemplateGathered } from './gather.ts';

/** A PromptTemplate adds nothing to a snapshot: its text is read from the object itself. */
export const decidePromptTemplate = (
  _object: SourceObject,
  _spec: PromptTemplateSpec,
  { missing }: PromptTemplateGathered,
): Decision =>
  missing.length > 0 ? refused('ReferenceNotFound', missing.join('; ')) : accepted([]);
