/** The schema of the ledger's tables. */
export const LEDGER_SCHEMA = 'ledger';
/** Who brings facts in: the budget service. */
export const LEDGER_WRITER = 'aicp_ledger_writer';
/** Who may read, and nothing else. */
export const LEDGER_READER = 'aicp_ledger_reader';
