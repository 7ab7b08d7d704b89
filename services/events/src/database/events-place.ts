/** The schema of the outbox, and the role that whoever delivers works under. */
export const EVENTS_SCHEMA = 'events';
export const EVENTS_ROLE = 'aicp_events';
