import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';

export interface KubectlResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs kubectl as the user of a kubeconfig, with its cache beside that. What it says and its exit code are the result, whatever they are. */
export async function kubectl(
  kubeconfig: string,
  args: readonly string[],
  options: { readonly program?: string; readonly stdin?: string } = {},
): Promise<KubectlResult> {
  const { program = 'kubectl', stdin } = options;
  const cache = join(dirname(kubeconfig), 'kubectl-cache');
  return await new Promise<KubectlResult>((resolve, reject) => {
    const child = execFile(
      program,
      [`--kubeconfig=${kubeconfig}`, `--cache-dir=${cache}`, ...args],
      { maxBuffer: 64 * 1024 * 1024, timeout: 60_000 },
      (error, stdout, stderr) => {
        if (error === null) resolve({ code: 0, stdout, stderr });
        else if (typeof error.code === 'number') resolve({ code: error.code, stdout, stderr });
        else reject(new Error(`kubectl ${args.join(' ')} did not end`, { cause: error }));
      },
    );
    child.stdin?.end(stdin);
  });
}
