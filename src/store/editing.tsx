import { useLiveQuery } from 'dexie-react-hooks';
import { createContext, type ReactNode, useContext } from 'react';
import type { Auth } from './auth.ts';
import type { Editor } from './editor.ts';
import type { Account } from './meta.ts';
import type { Outbox } from './outbox.ts';

const EditorContext = createContext<Editor | null>(null);
const AuthContext = createContext<Auth | null>(null);

/** Gives the screens below it the writable side of the mirror, and the way to sign in. */
export function EditingProvider({
  editor,
  auth,
  children,
}: {
  editor: Editor;
  auth: Auth;
  children: ReactNode;
}) {
  return (
    <EditorContext value={editor}>
      <AuthContext value={auth}>{children}</AuthContext>
    </EditorContext>
  );
}

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (editor === null) throw new Error('A screen edits outside of <EditingProvider>.');
  return editor;
}

export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (auth === null) throw new Error('A screen signs in outside of <EditingProvider>.');
  return auth;
}

/** Who is signed in on this device, live; null for nobody, undefined while the device is being asked. */
export function useAccount(): Account | null | undefined {
  // Screens that only show something more to admins also stand where there is no editor at all.
  const editor = useContext(EditorContext);
  return useLiveQuery(async () => (editor === null ? null : editor.account()), [editor]);
}

const empty: Outbox = {
  account: null,
  waiting: [],
  rejected: [],
  overwritten: [],
  others: 0,
};

/** The signed-in account's edits that wait or were refused, live; undefined while the device is being asked. */
export function useKnownOutbox(): Outbox | undefined {
  const editor = useContext(EditorContext);
  return useLiveQuery(async () => (editor === null ? empty : editor.outbox()), [editor]);
}

/** The same, for what only shows something where there are some. */
export function useOutbox(): Outbox {
  return useKnownOutbox() ?? empty;
}
