import type { ReactNode } from 'react';

/** A column of a list. */
export interface RecordColumn<T> {
  /** Of the API's answer; the list is sorted and exported by it. */
  readonly field: string;
  readonly title: string;
  /** What the cell shows; undefined: the field's value as text. */
  readonly cell?: (record: T) => ReactNode;
  /** Numbers and money stand at the end of the cell, with tabular digits. */
  readonly isNumber?: boolean;
  /** Whether the API sorts by it. */
  readonly isSortable?: boolean;
  /** What it shows is no field of the API's: it stays out of CSV files. */
  readonly isComputed?: boolean;
  /** Shown only where somebody chooses it. */
  readonly isHidden?: boolean;
}

/** Something to narrow a list to. */
export interface FilterOption {
  readonly value: string;
  readonly label: string;
  /** Other words that the API has for the same. */
  readonly also?: readonly string[];
}

/** A filter of a list, as the API has it. It is kept in the page's address by its name. */
export type RecordFilter =
  | {
      readonly kind: 'text';
      readonly name: string;
      readonly title: string;
      readonly placeholder?: string;
    }
  | {
      readonly kind: 'choice';
      readonly name: string;
      readonly title: string;
      readonly options: readonly FilterOption[];
    }
  /** A number that the API compares for equality. */
  | { readonly kind: 'number'; readonly name: string; readonly title: string }
  /** Days from and until, each a parameter of its own. */
  | {
      readonly kind: 'days';
      readonly name: string;
      readonly title: string;
      /** Parameter of the first day; the day itself counts. */
      readonly after: string;
      /** Parameter of the day before which it ends. */
      readonly before: string;
    }
  /** The id of an object, found by searching its collection. */
  | {
      readonly kind: 'object';
      readonly name: string;
      readonly title: string;
      readonly collection: string;
    };

/** Something to do with the records that are marked. */
export interface BulkAction<T> {
  readonly title: string;
  /** What is asked before: "Block 3 API keys?" */
  readonly question?: (count: number) => string;
  readonly isDangerous?: boolean;
  /** Why it is not done to a record, as half a sentence: "Argo CD owns them". Undefined: it is done. */
  readonly exclusion?: (record: T) => string | undefined;
  readonly run: (record: T) => Promise<unknown>;
  /** Takes back what was done to a record; offered for a moment afterwards. */
  readonly undo?: (record: T) => Promise<unknown>;
}

/** What a list of records shows: pages, sort, search, filters, columns, CSV, keyboard, empty state. */
export interface RecordListProps<T> {
  /** Path in the API: `/api/v1/teams`. */
  readonly collection: string;
  readonly nouns: string;
  /** What makes a record's row its own. */
  readonly idOf: (record: T) => string;
  readonly columns: readonly RecordColumn<T>[];
  readonly filters?: readonly RecordFilter[];
  /** Always sent, besides the filters. */
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** Whether the list takes `q`. */
  readonly isSearchable?: boolean;
  /** Whether the time range of the header applies (`since`, `until`), and the organization (`organization_id`). */
  readonly isTimed?: boolean;
  readonly isOfOrganization?: boolean;
  /** Where a row leads; undefined: nowhere. */
  readonly linkOf?: (record: T) => string;
  /** What a row shows when it is opened, where it leads nowhere. */
  readonly Details?: (props: { readonly record: T }) => ReactNode;
  readonly bulkActions?: readonly BulkAction<T>[];
  /** Buttons at the top: "New team". */
  readonly actions?: ReactNode;
  readonly empty: ReactNode;
  /** Read anew so often, where changes are not told of; milliseconds. */
  readonly refetchMs?: number;
}
