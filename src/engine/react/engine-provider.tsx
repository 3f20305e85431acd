import { type ReactNode, useSyncExternalStore } from 'react';
import type { Engine } from '../engine.ts';
import { EditingProvider } from './editing.tsx';
import { MirrorProvider } from './mirror-hooks.tsx';

/** Gives the screens below it an engine to read and edit with, and the way to sign in. */
export function EngineProvider({
  engine: { onView, view },
  children,
}: {
  engine: Pick<Engine, 'view' | 'onView'>;
  children: ReactNode;
}) {
  const { mirror, editor, auth } = useSyncExternalStore(onView, view);
  return (
    <MirrorProvider mirror={mirror}>
      <EditingProvider editor={editor} auth={auth}>
        {children}
      </EditingProvider>
    </MirrorProvider>
  );
}
