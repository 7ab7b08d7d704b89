import { secretIn } from '@aicp/common/config/secret-file';
import { AnyDelegations, SignedDelegations, type Delegations } from './delegations.ts';

/** Files that hold the secrets by which other services send requests for others; absent: that one may not. */
export interface DelegationFiles {
  /** The admin service's, for chats of people. */
  readonly playgroundKeyFile?: string | undefined;
  /** The workflow engine's, for steps of executions. */
  readonly workflowKeyFile?: string | undefined;
}

/** Requests for others, by the secrets in files; undefined without any. Throws a ConfigError where a secret could be guessed, and the system's error where a file cannot be read. */
export function openDelegations(files: DelegationFiles): Delegations | undefined {
  const { playgroundKeyFile, workflowKeyFile } = files;
  const each = [
    ...opened('AICP_PLAYGROUND_KEY_FILE', playgroundKeyFile, false),
    ...opened('AICP_WORKFLOW_KEY_FILE', workflowKeyFile, true),
  ];
  return each.length > 1 ? new AnyDelegations(each) : each[0];
}

function opened(
  variable: string,
  file: string | undefined,
  isOfExecutions: boolean,
): SignedDelegations[] {
  if (file === undefined) return [];
  const secret = secretIn({ variable, file, others: 'the service that sends' })();
  return [new SignedDelegations({ secret, isOfExecutions })];
}
