import { createTheme, type CSSVariablesResolver } from '@mantine/core';
import { textOption, textPill } from '../ui/text-choices.tsx';

const DIALOG = { closeButtonProps: { 'aria-label': 'Close' } };

/** What is said below the title of a notice is as readable as what stands alone. */
const NOTICE = {
  defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } },
  styles: { description: { color: 'var(--mantine-color-text)' } },
};

/** Of the heads of dialogs, which are no banners of the page. */
const DIALOG_HEAD = { component: 'div' };

/** Where menus, lists of choices and hints open: within the page's content, so that they belong to a landmark. */
const FLOATING = { portalProps: { target: '#floating' } };

/** Of fields that offer choices: the list itself scrolls, as those expect it who walk it by keys. */
const CHOICES = {
  defaultProps: { withScrollArea: false },
  styles: { options: { maxHeight: 220, overflowY: 'auto' } },
} as const;

/** The same, where several are chosen. */
const SEVERAL_CHOICES = {
  ...CHOICES,
  defaultProps: { ...CHOICES.defaultProps, renderPill: textPill },
} as const;

/** The same, where other texts may be typed as well. */
const OFFERS = {
  ...CHOICES,
  defaultProps: { ...CHOICES.defaultProps, renderOption: textOption },
} as const;
const SEVERAL_OFFERS = {
  ...OFFERS,
  defaultProps: { ...OFFERS.defaultProps, renderPill: textPill },
} as const;

/** Colours, sizes and defaults of all parts. Contrasts reach WCAG AA in both schemes. */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  defaultRadius: 'sm',
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif',
  fontFamilyMonospace:
    'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.5rem' },
      h2: { fontSize: '1.3rem' },
      h3: { fontSize: '1.05rem' },
      h4: { fontSize: '1rem' },
      h5: { fontSize: '0.95rem' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none' } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300, ...FLOATING } },
    Popover: { defaultProps: FLOATING },
    // The first item has the focus when a menu opens.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Select: CHOICES,
    MultiSelect: SEVERAL_CHOICES,
    Autocomplete: OFFERS,
    TagsInput: SEVERAL_OFFERS,
    Modal: { defaultProps: DIALOG },
    ModalHeader: { defaultProps: DIALOG_HEAD },
    Drawer: { defaultProps: DIALOG },
    DrawerHeader: { defaultProps: DIALOG_HEAD },
    Notification: NOTICE,
    Anchor: { defaultProps: { underline: 'hover' } },
  },
});

const LIGHT_TEXTS = {
  green: '#14632a',
  teal: '#0b5f4a',
  yellow: '#7a4300',
  orange: '#8a3800',
  red: '#b11c1c',
  blue: '#174ea6',
  indigo: '#364fc7',
  gray: '#495057',
  grape: '#862e9c',
  cyan: '#0b5a75',
};
const DARK_TEXTS = {
  green: '#8ce99a',
  teal: '#63e6be',
  yellow: '#ffd43b',
  orange: '#ffc078',
  red: '#ffa8a8',
  blue: '#a5d8ff',
  indigo: '#bac8ff',
  gray: '#ced4da',
  grape: '#eebefa',
  cyan: '#99e9f2',
};

const lightColors = (texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).map(([name, value]) => [`--mantine-color-${name}-light-color`, value]),
  );

/** Colours of texts that Mantine's own defaults leave below a contrast of 4.5. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...lightColors(LIGHT_TEXTS),
    '--mantine-color-dimmed': '#565d64',
    '--mantine-color-placeholder': '#6a7178',
    '--mantine-color-anchor': '#364fc7',
    '--mantine-color-error': '#b11c1c',
  },
  dark: {
    ...lightColors(DARK_TEXTS),
    '--mantine-color-dimmed': '#b0b6bc',
    '--mantine-color-placeholder': '#989ea4',
    '--mantine-color-anchor': '#bac8ff',
    '--mantine-color-error': '#ffa8a8',
  },
});
