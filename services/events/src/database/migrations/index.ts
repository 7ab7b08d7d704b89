import type { Migrations } from '@aicp/common/database/run-migrations';
import { event } from './0001-event.ts';
import { delivery } from './0002-delivery.ts';
import { workflowEngine } from './0003-workflow-engine.ts';

/** What was done to the tables, in order. It only ever grows. */
export const EVENTS_MIGRATIONS: Migrations = {
  '0001-event': event,
  '0002-delivery': delivery,
  '0003-workflow-engine': workflowEngine,
};
