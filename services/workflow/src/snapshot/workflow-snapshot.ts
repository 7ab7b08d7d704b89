import { KeysBySection, readKeys } from '@aicp/api-kit/access/keys-by-section';
import { SectionReader, type FragmentError } from '@aicp/common/snapshot/section-reader';
import { Problem } from '@aicp/common/errors/problem';
import type { StoredSnapshot } from '@aicp/contracts/snapshot/manifest';
import { organizationFragment, teamFragment } from '@aicp/contracts/snapshot/sections/accounts';
import { PeopleBook } from '@aicp/contracts/people/people-book';
import { settingsFragment } from '@aicp/contracts/snapshot/sections/policies';
import {
  workflowDefinition,
  type WorkflowDefinition,
} from '@aicp/contracts/workflows/workflow-definition';
import type { z } from 'zod';
import { TemplateBook } from './template-book.ts';

/** What this service needs of a snapshot, indexed. */
export interface Known {
  readonly keys: KeysBySection;
  readonly templates: TemplateBook;
  /** Who is a member of which organization. */
  readonly people: PeopleBook;
  /** Whether the settings ask for a key of whoever asks. */
  readonly requiresAuth: boolean;
  /** Whether nobody approves what they started. */
  readonly fourEyes: boolean;
}

/** Templates, keys, memberships and settings as the snapshot in use has them. */
export class WorkflowSnapshot {
  private readonly reader = new SectionReader();
  private known: Known | undefined;

  /** Throws a Problem (503) before the first snapshot. */
  get current(): Known {
    if (this.known) return this.known;
    throw new Problem(503, 'The configuration has not arrived yet: try again in a moment.', {
      headers: { 'Retry-After': '1' },
    });
  }

  /** Undefined before the first snapshot. */
  get latest(): Known | undefined {
    return this.known;
  }

  /** Takes a snapshot, all or nothing; answers the fragments that can't be read. */
  apply(snapshot: StoredSnapshot): readonly FragmentError[] {
    const errors: FragmentError[] = [];
    const items = <S extends z.ZodType>(section: string, schema: S): readonly z.output<S>[] =>
      this.reader.read({ snapshot, section, schema, convert: (item) => item, errors });
    const keys = readKeys(this.reader, snapshot, errors);
    const templates: readonly WorkflowDefinition[] = items(
      'workflow-templates',
      workflowDefinition,
    );
    const organizations = items('organizations', organizationFragment);
    const teams = items('teams', teamFragment);
    const settings = items('settings', settingsFragment)[0];
    this.reader.prune();
    if (errors.length > 0) return errors;
    this.known = {
      keys: new KeysBySection(keys, this.known?.keys),
      templates: new TemplateBook(templates),
      people: new PeopleBook(organizations, teams),
      requiresAuth: settings?.requireAuth === true,
      fourEyes: settings?.features.fourEyes !== false,
    };
    return [];
  }
}
