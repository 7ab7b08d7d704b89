/** The roles of services that write events in their own transactions. */
export const EMITTING_ROLES = ['aicp_admin', 'aicp_budget', 'aicp_ledger_writer'] as const;
