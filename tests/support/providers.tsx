import { type ReactNode, useMemo } from 'react';
import type { Auth } from '../../src/engine/auth.ts';
import type { View } from '../../src/engine/engine.ts';
import type { Mirror } from '../../src/engine/mirror/query.ts';
import type { Editor } from '../../src/engine/outbox/editor.ts';
import { EngineProvider, useView } from '../../src/engine/react/view.tsx';

/** An engine for screens, in parts: a mirror to read and, if a test edits, an editor and a way to sign in. */

/** For visitors: nobody is signed in, and nothing can be edited. */
export function MirrorProvider({ mirror, children }: { mirror: Mirror; children: ReactNode }) {
  const view = useMemo((): View => ({ mirror, own: nobody, copy, tools: none }), [mirror]);
  return <Standing view={view}>{children}</Standing>;
}

/** Goes into a `MirrorProvider`. */
export function EditingProvider({
  editor,
  auth,
  children,
}: {
  editor: Editor;
  auth: Auth;
  children: ReactNode;
}) {
  const { mirror } = useView();
  const view = useMemo(
    (): View => ({ mirror, own: editor, copy, tools: { editor: () => editor, auth: () => auth } }),
    [mirror, editor, auth],
  );
  return <Standing view={view}>{children}</Standing>;
}

function Standing({ view, children }: { view: View; children: ReactNode }) {
  const engine = useMemo(() => ({ view: () => view, onView: () => () => {} }), [view]);
  return <EngineProvider engine={engine}>{children}</EngineProvider>;
}

const nobody: View['own'] = {
  account: async () => null,
  outbox: async () => ({ account: null, waiting: [], rejected: [], overwritten: [], others: 0 }),
};

const copy: View['copy'] = {
  inventory: async () => ({ kinds: [], pictures: [] }),
  snapshot: async () => null,
  clear: async () => {},
};

const none: View['tools'] = {
  editor() {
    throw new Error('A screen edits outside of <EditingProvider>.');
  },
  auth() {
    throw new Error('A screen signs in outside of <EditingProvider>.');
  },
};
