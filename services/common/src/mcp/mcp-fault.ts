import type { McpFault } from '@aicp/contracts/poll/health-report';

/** By code and message of an error and of its causes; the first that fits. */
const FAULTS: readonly (readonly [RegExp, McpFault])[] = [
  [
    /ERR_FORBIDDEN_ADDRESS|is not an address that requests may be sent to/,
    'its address may not be asked',
  ],
  [/NoMcpHost/, 'no MCP host is set up'],
  [/AnswerTooLong/, 'its answer is too long'],
  [/ECONNREFUSED/, 'connection refused'],
  [/ENOTFOUND|EAI_AGAIN/, 'unknown name'],
  [/ERR_TLS|ERR_SSL|certificate|CERT_|\bSSL\b/i, 'wrong certificate'],
  [/REQUEST_TIMEOUT|ETIMEDOUT|timed out|timeout/i, 'no answer in time'],
  [/ECONNRESET|EPIPE|UND_ERR_SOCKET|other side closed|CONNECTION_CLOSED/, 'connection lost'],
];
const HTTP_STATUS = /^[1-5][0-9]{2}$/;

/** What the MCP host answers for a program that it does not run yet, and for one that ended. */
const NOT_RUN = [404, 503];

/**
 * Why a server cannot be asked, in words for people who may not know its address: what it answers, and what the network says, stays in the log. Some of these errors are known
 * by their text alone, since the SDK's older transport keeps nothing else of them. `isHosted`: it is a program, and the HTTP answer is the MCP host's.
 */
export function mcpFaultOf(error: unknown, { isHosted = false } = {}): McpFault {
  const status = httpStatusOf(error);
  if (status !== undefined && status !== 200) return faultOfStatus(status, isHosted);
  const texts: string[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    texts.push(`${cause.name} ${codeOf(cause)} ${cause.message}`);
  }
  const text = texts.join('\n');
  return (
    FAULTS.find(([pattern]) => pattern.test(text))?.[1] ?? 'it does not answer as an MCP server'
  );
}

function faultOfStatus(status: number, isHosted: boolean): McpFault {
  if (status === 401 || status === 403) return 'it refuses the credential';
  return isHosted && NOT_RUN.includes(status)
    ? 'its program does not run'
    : 'it answers with an HTTP error';
}

/** The status of the HTTP answer that was none to take, as the SDK's transports tell it. */
function httpStatusOf(error: unknown): number | undefined {
  const { data, code } = error as {
    readonly data?: { readonly status?: unknown };
    readonly code?: unknown;
  };
  const status = data?.status ?? code;
  return typeof status === 'number' && HTTP_STATUS.test(String(status)) ? status : undefined;
}

const codeOf = ({ code }: Error & { readonly code?: unknown }): string =>
  typeof code === 'string' ? code : '';
