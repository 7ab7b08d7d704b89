import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';

export interface ExportMenuProps {
  readonly formats: readonly { readonly format: string; readonly label: string }[];
  readonly onExport: (format: string) => Promise<unknown>;
}

/** Offers something as a file, in one of several formats. */
export const ExportMenu = ({ formats, onExport }: ExportMenuProps) => (
  <Menu>
    <Menu.Target>
      <Button size="xs" variant="default" leftSection={<IconDownload size={14} aria-hidden />}>
        Export
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {formats.map(({ format, label }) => (
        <Menu.Item key={format} onClick={() => void onExport(format)}>
          {label}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
);
