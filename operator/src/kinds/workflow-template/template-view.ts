import type { WorkflowTemplateSpec } from '@aicp/crds/workflow-template';
import { z } from 'zod';
import { maySee, viewsOf, type ViewOf, type Views } from '../kit/lookup.ts';
import type { Seen, ViewedKind } from '../kit/operator-kind.ts';

/** A WorkflowTemplate as steps of others see it. */
export interface TemplateView {
  readonly organization: string | undefined;
  /** Whether it is an agent too. */
  readonly isPublished: boolean;
}

/** Templates are called by their type. One that cannot be read is there all the same: its last good form may be run. */
export const templateView: ViewedKind<WorkflowTemplateSpec> = {
  isList: true,
  keyOf: ({ name, spec }) => typed.parse(spec).type ?? name,
  of: ({ spec, owner }: Seen<WorkflowTemplateSpec>): TemplateView | undefined =>
    owner && !owner.problem
      ? { organization: owner.organization, isPublished: spec?.publish ?? true }
      : undefined,
};

const typed = z.object({ type: z.string().optional().catch(undefined) }).catch({ type: undefined });

const called = viewsOf('WorkflowTemplate') as ViewOf<readonly TemplateView[]>;

/** The templates of a type that one of `organization` may run. */
export const templatesCalled = (
  views: Views,
  type: string,
  organization: string | undefined,
): readonly TemplateView[] =>
  (called(views, type) ?? []).filter((one) => maySee(organization, one.organization));
