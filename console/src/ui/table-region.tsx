import { Table, type TableProps } from '@mantine/core';

interface TableRegionProps extends TableProps {
  /** What it shows, for those who cannot see it. */
  readonly label: string;
  /** Where there is less room, it scrolls. Pixels. */
  readonly minWidth: number;
}

/** A table that scrolls sideways, by keys as well, where there is too little room. */
export const TableRegion = ({ label, minWidth, ...table }: TableRegionProps) => (
  <Table.ScrollContainer
    minWidth={minWidth}
    type="native"
    tabIndex={0}
    role="region"
    aria-label={label}
  >
    <Table className="console-table" aria-label={label} {...table} />
  </Table.ScrollContainer>
);
