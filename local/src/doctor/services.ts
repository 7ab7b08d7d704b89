import type { UpState } from '../data/state.ts';
import type { Finding } from './findings.ts';

/** What does not run or is not ready of what `aicp up` started. `isGatewayReady`: as it says itself. */
export function serviceFindings(
  state: UpState | undefined,
  { root, isGatewayReady }: { readonly root: string; readonly isGatewayReady: boolean },
): readonly Finding[] {
  if (!state)
    return [{ about: 'installation', text: `nothing was started in ${root}: run \`aicp up\`` }];
  return state.services.flatMap(({ name, pid, ready, address }) => {
    const isReady = name === 'gateway' ? isGatewayReady : ready;
    if (isReady) return [];
    const text =
      pid === null
        ? `it does not run: \`aicp up\` starts it, and \`aicp logs ${name}\` says why it ended`
        : `it is not ready at ${address}: \`aicp logs ${name}\` says why`;
    return [{ about: name, text }];
  });
}
