/** Something that an agent says it can do. */
export interface Skill {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly examples: readonly string[];
}

/** What `GET /api/v1/agents/{id}/card` answers. */
export interface ToldCard {
  /** Where the gateway takes calls for it. */
  readonly path: string;
  readonly protocol_versions: readonly string[];
  readonly card: Readonly<Record<string, unknown>>;
}

/** A card as it is shown: what the agent says of itself, as far as it is of the right form. */
export interface ShownCard {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly isStreaming: boolean;
  readonly skills: readonly Skill[];
}

type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export function shownCard(card: Fields): ShownCard {
  return {
    name: textOf(card['name']),
    description: textOf(card['description']),
    version: textOf(card['version']),
    isStreaming: fieldsOf(card['capabilities'])['streaming'] === true,
    skills: listOf(card['skills']).map((one) => {
      const skill = fieldsOf(one);
      return {
        id: textOf(skill['id']),
        name: textOf(skill['name']),
        description: textOf(skill['description']),
        examples: listOf(skill['examples'])
          .map(textOf)
          .filter((text) => text !== ''),
      };
    }),
  };
}
