import type { EventType } from '../checks/event-types.ts';
import { ACCESS_EVENTS } from './access-events.ts';
import { BUDGET_EVENTS } from './budget-events.ts';
import { CHANGE_EVENTS } from './change-events.ts';
import type { EventDefinition } from './event-definition.ts';
import { GUARDRAIL_EVENTS } from './guardrail-events.ts';
import { KEY_EVENTS } from './key-events.ts';
import { MODEL_EVENTS } from './model-events.ts';
import { PROVIDER_EVENTS } from './provider-events.ts';
import { WORKFLOW_EVENTS } from './workflow-events.ts';

/** All types of events: when each is emitted, what its data is, and which of them begin and end incidents. */
export const EVENT_CATALOG: Readonly<Record<EventType, EventDefinition>> = {
  ...BUDGET_EVENTS,
  ...PROVIDER_EVENTS,
  ...ACCESS_EVENTS,
  ...KEY_EVENTS,
  ...MODEL_EVENTS,
  ...CHANGE_EVENTS,
  ...GUARDRAIL_EVENTS,
  ...WORKFLOW_EVENTS,
};
