/** The roles of services that write events in their own transactions since the outbox exists; migrations of later ones add theirs. */
export const EMITTING_ROLES = ['aicp_admin', 'aicp_budget', 'aicp_ledger_writer'] as const;
