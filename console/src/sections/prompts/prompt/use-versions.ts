import { useObject } from '../../../api/read/list.ts';
import { PROMPTS, type PromptVersion } from './prompt.ts';

/** The last versions of a prompt, newest first; the text at hand is before them where it is not approved. */
export const useVersions = (id: string) =>
  useObject<readonly PromptVersion[]>(PROMPTS, id, {
    below: '/versions',
    query: { limit: 500 },
  });

/** What a version is called in a list of them. */
export function versionTitle({ version, status, served }: PromptVersion): string {
  if (served) return `Version ${version}, served`;
  return status === 'approved' ? `Version ${version}` : `Version ${version}, the text at hand`;
}
