import type { WorkflowDefinition } from '@aicp/contracts/workflows/workflow-definition';

/** Templates by what callers name them. */
export class TemplateBook {
  private readonly definitions: readonly WorkflowDefinition[];

  constructor(definitions: readonly WorkflowDefinition[]) {
    this.definitions = definitions.toSorted((a, b) => a.type.localeCompare(b.type));
  }

  /** Every one, those that are off too. */
  get all(): readonly WorkflowDefinition[] {
    return this.definitions;
  }

  /** Those that an organization may run: the platform's, which come first, and its own. Undefined: the platform's alone. */
  of(organization: string | undefined): readonly WorkflowDefinition[] {
    const platforms = this.definitions.filter((one) => one.organization === undefined);
    const taken = new Set(platforms.map(({ type }) => type));
    const own = this.definitions.filter(
      (one) => one.organization !== undefined && one.organization === organization,
    );
    const all = [...platforms, ...own.filter(({ type }) => !taken.has(type))];
    return all.filter(({ is_active: isActive }) => isActive);
  }

  find(type: string, organization: string | undefined): WorkflowDefinition | undefined {
    return this.of(organization).find((one) => one.type === type);
  }
}
