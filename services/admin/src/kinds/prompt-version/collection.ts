import { promptVersion } from '@aicp/crds/prompt-version';
import { collectionOf, type Collection } from '../../resources/collection.ts';

/** Prompt versions have no routes of their own: approvals make them, and they never change. */
export const promptVersionCollection = (): Collection =>
  collectionOf(promptVersion, {
    makeName: ({ prompt, version }) => versionName(String(prompt), Number(version)),
  });

/** metadata.name of a version. */
export const versionName = (prompt: string, version: number): string => `${prompt}-${version}`;
