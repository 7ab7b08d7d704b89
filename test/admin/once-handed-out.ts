import type { AdminInstallation } from './admin-installation.ts';

/** Asks for a report until the rules that it goes by, and that may just have been written, are handed out: there is none before. */
export async function onceHandedOut<Answer extends { readonly body: unknown }>(
  aicp: AdminInstallation,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  let answer = await ask();
  await aicp.until(async () => {
    if (!JSON.stringify(answer.body ?? '').includes('(not handed out yet)')) return true;
    answer = await ask();
    return false;
  });
  return answer;
}
