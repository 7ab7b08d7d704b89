/** The schema of the outbox, and the role that whoever delivers works under. */
export const EVENTS_SCHEMA = 'events';
export const EVENTS_ROLE = 'aicp_events';
/** The roles of services that write events in their own transactions. */
export const EMITTING_ROLES = ['aicp_admin', 'aicp_budget', 'aicp_ledger_writer'] as const;
