/** Several suites share a process: none may run out of another's share. */
export const NO_LIMITS = {
  requestsPerMinute: 1_000_000,
  failedLoginsPerMinute: 1_000_000,
  loginsPerMinute: 1_000_000,
};
