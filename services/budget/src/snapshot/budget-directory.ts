import { KeysBySection, readKeys, type KnownKey } from '@aicp/api-kit/access/keys-by-section';
import { SectionReader, type FragmentError } from '@aicp/common/snapshot/section-reader';
import { Periods } from '@aicp/contracts/budgets/periods';
import { toSettings, type RoutingSettings } from '@aicp/contracts/routing/tables';
import type { StoredSnapshot } from '@aicp/contracts/snapshot/manifest';
import {
  businessUnitFragment,
  organizationFragment,
  teamFragment,
  type TeamFragment,
} from '@aicp/contracts/snapshot/sections/accounts';
import { budgetFragment } from '@aicp/contracts/snapshot/sections/budgets';
import {
  modelFragment,
  providerFragment,
  type ModelFragment,
} from '@aicp/contracts/snapshot/sections/catalog';
import {
  policyFragment,
  settingsFragment,
  type SettingsFragment,
} from '@aicp/contracts/snapshot/sections/policies';
import type { Source } from '@aicp/contracts/snapshot/sections/kit/section';
import type { LedgerRetention } from '@aicp/ledger/days/ledger-keeper';
import type { z } from 'zod';
import { LimitBook } from './limit-book.ts';
import { ModelNames, type NameSources } from './model-names.ts';
import { limitOfBudget, limitOfKey, type MoneyLimit } from './money-limit.ts';

/** An account whose spend is told to the operator, whether it has a limit or none. */
export interface Account {
  readonly source: Source;
  readonly id: string;
  readonly organization: string | undefined;
}

/** What this service needs of a snapshot, indexed. The same objects until the next one comes. */
export interface Known {
  readonly limits: readonly MoneyLimit[];
  readonly book: LimitBook;
  readonly keys: KeysBySection;
  /** The key of this metadata.name. */
  readonly keyOfId: (id: string) => KnownKey | undefined;
  readonly organizations: readonly Account[];
  readonly businessUnits: readonly Account[];
  readonly teams: ReadonlyMap<string, TeamFragment>;
  readonly models: ModelNames;
  readonly periods: Periods;
  /** Whether the settings ask for a key of whoever reads. */
  readonly requiresAuth: boolean;
  /** How long the ledger keeps what; undefined where the settings do not say. */
  readonly retention: LedgerRetention | undefined;
  /** Whether limits stop anything. */
  readonly isEnforced: boolean;
  /** Whether what requests cost is counted, without which no limit stops anything. */
  readonly isTracked: boolean;
  /** What becomes of requests for models without a price. */
  readonly unpricedModelPolicy: RoutingSettings['unpricedModelPolicy'];
}

/** Whether limits stop any request: they are enforced, and what requests cost is counted. */
export const stopsAnything = ({ isEnforced, isTracked }: Known): boolean => isEnforced && isTracked;

/** Limits, keys and accounts as the snapshot in use has them. */
export class BudgetDirectory {
  private readonly reader = new SectionReader();
  private readonly listeners: (() => void)[] = [];
  private readonly first = Promise.withResolvers<undefined>();
  private contents: Known | undefined;

  /** Resolves at the first snapshot. */
  async filled(): Promise<void> {
    await this.first.promise;
  }

  /** Undefined before the first snapshot. */
  get known(): Known | undefined {
    return this.contents;
  }

  /** Has `listener` called after every snapshot. */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Takes a snapshot, all or nothing; answers the fragments that can't be read. */
  apply(snapshot: StoredSnapshot): readonly FragmentError[] {
    const errors: FragmentError[] = [];
    const items = <S extends z.ZodType>(section: string, schema: S): readonly z.output<S>[] =>
      this.reader.read({ snapshot, section, schema, convert: (item) => item, errors });
    const keys = readKeys(this.reader, snapshot, errors);
    const budgets = this.reader.read({
      snapshot,
      section: 'budgets',
      schema: budgetFragment,
      convert: limitOfBudget,
      errors,
    });
    const sections = {
      organizations: items('organizations', organizationFragment),
      businessUnits: items('business_units', businessUnitFragment),
      teams: items('teams', teamFragment),
      models: items('models', modelFragment),
      providers: items('providers', providerFragment),
      groups: items('policies', policyFragment).filter((one) => one.type === 'model_group'),
      settings: items('settings', settingsFragment)[0],
    };
    this.reader.prune();
    if (errors.length > 0) return errors;
    this.contents = index({ ...sections, keys, budgets, before: this.contents });
    this.first.resolve(undefined);
    for (const listener of this.listeners) listener();
    return [];
  }
}

interface Sections extends NameSources {
  readonly keys: readonly (readonly KnownKey[])[];
  readonly budgets: readonly MoneyLimit[];
  readonly organizations: readonly z.output<typeof organizationFragment>[];
  readonly businessUnits: readonly z.output<typeof businessUnitFragment>[];
  readonly teams: readonly TeamFragment[];
  readonly models: readonly ModelFragment[];
  readonly settings: SettingsFragment | undefined;
  readonly before: Known | undefined;
}

function index(options: Sections): Known {
  const { settings, before } = options;
  const keys = new KeysBySection(options.keys, before?.keys);
  const { timeZone, budgetEnforcement, costTracking, unpricedModelPolicy } = toSettings(settings);
  const byId = new Map([...keys.all()].map((key) => [key.id, key]));
  const ofKeys = [...keys.all()].flatMap((key) => limitOfKey(key) ?? []);
  const limits = [...options.budgets, ...ofKeys].sort((a, b) => (a.id < b.id ? -1 : 1));
  return {
    limits,
    book: new LimitBook(limits, keys.all()),
    keys,
    keyOfId: (id) => byId.get(id),
    organizations: options.organizations.map(({ source, id }) => ({
      source,
      id,
      organization: id,
    })),
    businessUnits: options.businessUnits,
    teams: new Map(options.teams.map((team) => [team.id, team])),
    models: new ModelNames(options.models, options),
    periods: before?.periods.timeZone === timeZone ? before.periods : new Periods(timeZone),
    requiresAuth: settings?.requireAuth === true,
    retention: retentionOf(settings),
    isEnforced: budgetEnforcement,
    isTracked: costTracking,
    unpricedModelPolicy,
  };
}

function retentionOf(settings: SettingsFragment | undefined): LedgerRetention | undefined {
  if (settings?.retention.usageDays === undefined) return undefined;
  const { usageDays, decisionDays } = settings.retention;
  return { usageDays, decisionDays };
}
