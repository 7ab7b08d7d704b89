import type { Resource } from '../../resources/resource-table.ts';
import { sentenceCase } from '../../ui/text/text.ts';
import { idInPath } from '../../address/id-in-path.ts';

/** Kinds that the API's documentation calls otherwise than the console does. */
const CHAPTERS: Readonly<Record<string, string>> = {
  cost_allocation_rule: 'Cost allocation rules',
  sla_definition: 'SLA definitions',
  event_subscription: 'Event subscriptions',
};

/** The chapter of the API's documentation about a kind of object. */
export const docsChapter = ({ type, nouns }: Pick<Resource, 'type' | 'nouns'>): string =>
  CHAPTERS[type] ?? sentenceCase(nouns);

/** The address of that chapter. `baseUrl`: where the service is, with a slash at the end. */
export const docsAddress = (baseUrl: string, resource: Pick<Resource, 'type' | 'nouns'>): string =>
  `${baseUrl}docs#/${idInPath(docsChapter(resource))}`;
