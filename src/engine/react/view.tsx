import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { Engine, View } from '../engine.ts';

const ViewContext = createContext<View | null>(null);

/** Gives the screens below it an engine to read and edit with. */
export function EngineProvider({
  engine: { onView, view },
  children,
}: {
  engine: Pick<Engine, 'view' | 'onView'>;
  children: ReactNode;
}) {
  return <ViewContext value={useSyncExternalStore(onView, view, view)}>{children}</ViewContext>;
}

/** The view that screens use now. */
export function useView(): View {
  const view = useContext(ViewContext);
  if (view === null) throw new Error('A screen stands outside of <EngineProvider>.');
  return view;
}
