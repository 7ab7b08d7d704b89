import type { WorkflowTemplateFragment } from '@aicp/contracts/snapshot/sections/workflow-templates';

type Named = Pick<WorkflowTemplateFragment, 'source' | 'type' | 'organization'>;

/** Templates of organizations that nobody gets by their type, since the platform has one of it: by uid, with a sentence. */
export function hidden(templates: readonly Named[]): ReadonlyMap<string, string> {
  const platform = new Set(
    templates.filter(({ organization }) => organization === undefined).map(({ type }) => type),
  );
  return new Map(
    templates
      .filter(({ organization, type }) => organization !== undefined && platform.has(type))
      .map(({ source, type }) => [
        source.uid,
        `is never run: the platform has a template "${type}", which comes first; choose another type`,
      ]),
  );
}
