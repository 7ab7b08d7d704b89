/** Of each model of an organization, so many of the last comparisons count. */
const WINDOW = 500;
/** Models of all organizations that are remembered. */
const MOST_MODELS = 2_000;

/** What was said, and what came. */
export interface Comparison {
  readonly foretold: number;
  readonly came: number;
  readonly isWithin: boolean;
}

/** Whose requests for which model (metadata.name). Undefined: of those without an organization. */
export interface AccuracySource {
  readonly organization: string | undefined;
  readonly model: string;
}

/** Of which model, and of whose requests: `everybody`, or those of one organization. */
export type AccuracyQuestion =
  AccuracySource | { readonly everybody: true; readonly model: string };

/** No organization is called so. */
const NOBODYS = '';

/** The last comparisons of each model of each organization. Where there are too many, the organization with the most models loses the one that was not asked for longest. */
export class Comparisons {
  private readonly organizations = new Map<string, Map<string, Comparison[]>>();
  private models = 0;

  add({ organization = NOBODYS, model }: AccuracySource, one: Comparison): void {
    const models = this.organizations.get(organization) ?? new Map<string, Comparison[]>();
    this.organizations.set(organization, models);
    const known = models.get(model);
    const comparisons = known ?? [];
    comparisons.push(one);
    if (comparisons.length > WINDOW) comparisons.shift();
    models.delete(model);
    models.set(model, comparisons);
    if (known) return;
    this.models += 1;
    if (this.models > MOST_MODELS) this.dropOne();
  }

  of(question: AccuracyQuestion): readonly Comparison[] {
    const { model } = question;
    if ('everybody' in question) {
      return [...this.organizations.values()].flatMap((models) => models.get(model) ?? []);
    }
    return this.organizations.get(question.organization ?? NOBODYS)?.get(model) ?? [];
  }

  private dropOne(): void {
    const all = [...this.organizations];
    const [name, models] = all.reduce((most, one) => (one[1].size > most[1].size ? one : most));
    const [oldest] = models.keys();
    if (oldest !== undefined) models.delete(oldest);
    if (models.size === 0) this.organizations.delete(name);
    this.models -= 1;
  }
}
