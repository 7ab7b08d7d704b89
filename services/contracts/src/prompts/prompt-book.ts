import type { PromptFragment } from '../snapshot/sections/prompts.ts';

/** The prompts that requests may name: the platform's, and each organization's own. */
export class PromptBook {
  private readonly byName = new Map<string, PromptFragment>();

  /** An id stands before a slug; of two prompts with one slug, the one whose id comes first by its letters is meant. */
  constructor(prompts: readonly PromptFragment[]) {
    const inOrder = prompts.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    for (const prompt of inOrder) this.byName.set(nameIn(prompt.organization, prompt.id), prompt);
    for (const prompt of inOrder) {
      const name = nameIn(prompt.organization, prompt.slug ?? prompt.id);
      if (!this.byName.has(name)) this.byName.set(name, prompt);
    }
  }

  /**
   * The prompt with this id or slug that somebody of `organization` may use: the platform's, else the organization's. One of the platform of
   * which nothing was approved yet takes no name from the organization's.
   */
  find(name: string, organization: string | undefined): PromptFragment | undefined {
    const shared = this.byName.get(nameIn(undefined, name));
    if (shared && shared.versions.length > 0) return shared;
    return this.byName.get(nameIn(organization, name)) ?? shared;
  }
}

const nameIn = (organization: string | undefined, name: string): string =>
  `${organization ?? ''}/${name}`;
