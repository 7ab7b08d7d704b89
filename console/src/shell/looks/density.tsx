import { useLocalStorage } from '@mantine/hooks';
import { createContext, use, useEffect, useMemo, type ReactNode } from 'react';

export type Density = 'comfortable' | 'compact';

interface DensityChoice {
  readonly density: Density;
  readonly setDensity: (density: Density) => void;
}

const DensityContext = createContext<DensityChoice | undefined>(undefined);

/** How much room rows take; remembered by the browser. */
export function DensityProvider({ children }: { readonly children: ReactNode }) {
  const [density, setDensity] = useLocalStorage<Density>({
    key: 'aicp-density',
    defaultValue: 'comfortable',
    getInitialValueInEffect: false,
  });
  useEffect(() => {
    document.documentElement.dataset['density'] = density;
  }, [density]);
  const choice = useMemo(() => ({ density, setDensity }), [density, setDensity]);
  return <DensityContext value={choice}>{children}</DensityContext>;
}

export function useDensity(): DensityChoice {
  const choice = use(DensityContext);
  if (!choice) throw new Error('DensityProvider is missing');
  return choice;
}
