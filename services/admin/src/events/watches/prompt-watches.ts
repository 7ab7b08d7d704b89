import type { PromptEventData } from '@aicp/contracts/events/change-events';
import { promptTemplate } from '@aicp/crds/prompt-template';
import { promptVersion } from '@aicp/crds/prompt-version';
import type { StoredObject } from '../../resources/stored-object.ts';
import type { Watch } from '../sweep/watch.ts';
import {
  createdMs,
  generationOf,
  objectEvent,
  textIn,
  textOrNull,
  titleOf,
} from './object-event.ts';

/** `prompt.submitted`. */
export const promptTemplateWatch: Watch = {
  name: 'prompts',
  kinds: [promptTemplate],
  look: (object, before, surroundings) => {
    const { spec } = object;
    if (spec['state'] !== 'in_review') return { marks: {}, events: [] };
    const marks = { state: 'in_review' };
    if (before?.['state'] === 'in_review') return { marks, events: [] };
    const data: PromptEventData = {
      prompt_id: object.metadata.name,
      name: titleOf(object),
      version: numberIn(spec, 'version'),
      submitted_by: textOrNull(spec, 'submittedBy'),
    };
    const transition = `in_review ${generationOf(object)}`;
    const atMs = surroundings.nowMs;
    const event = { type: 'prompt.submitted', transition, atMs, data } as const;
    return { marks, events: [objectEvent(object, surroundings, event)] };
  },
};

/** `prompt.approved`: there is a PromptVersion of each text that was approved. */
export const promptVersionWatch = (
  templateNamed: (name: string) => StoredObject | undefined,
): Watch => ({
  name: 'prompt-versions',
  kinds: [promptVersion],
  look: (object, before, surroundings) => {
    const marks = { approved: 'true' };
    if (before) return { marks, events: [] };
    const { spec } = object;
    const id = textIn(spec, 'prompt') ?? '';
    const template = templateNamed(id);
    const data: PromptEventData & { approved_by: string } = {
      prompt_id: id,
      name: template ? titleOf(template) : id,
      version: numberIn(spec, 'version'),
      submitted_by: template ? textOrNull(template.spec, 'submittedBy') : null,
      approved_by: textIn(spec, 'approvedBy') ?? '',
    };
    const approvedMs = Date.parse(textIn(spec, 'approvedAt') ?? '');
    const atMs = Number.isNaN(approvedMs) ? createdMs(object, surroundings.nowMs) : approvedMs;
    const event = { type: 'prompt.approved', transition: 'approved', atMs, data } as const;
    return { marks, events: [objectEvent(object, surroundings, event)] };
  },
});

const numberIn = (spec: StoredObject['spec'], field: string): number => Number(spec[field] ?? 1);
