import { type ReactNode, useMemo } from 'react';
import { engineName, kinds, model } from '../../../../src/content/kinds.ts';
import { resources } from '../../../../src/content/resources/resources.ts';
import {
  createEngine,
  EngineProvider,
  list,
  update,
  useContent,
  useMirrorState,
} from '../../../../src/engine/index.ts';
import { site } from '../../../../src/site.config.ts';
import type { Start } from '../page/contestant.ts';
import { SHOWN } from './shared/shown.ts';

const newest = list(resources, SHOWN);

/**
 * The engine as src/main.tsx makes it, with all kinds of the site. Left out is what else makes a first visit faster, the
 * pull that index.html sends before any script and the snapshot beside the page; and what comes after it, the service
 * worker and the pictures.
 */
export const start: Start = (backend) => {
  const engine = createEngine({
    name: engineName,
    kinds,
    model,
    backend,
    signInPage: new URL('/admin', location.origin),
    realtime: site.realtime,
    onFailure: (failure) => console.warn(failure.kind, failure.code, failure.message),
  });
  engine.start();

  return {
    Provider: ({ children }: { children: ReactNode }) => (
      <EngineProvider engine={engine}>{children}</EngineProvider>
    ),
    useSnapshot() {
      const content = useContent(newest);
      const { freshness } = useMirrorState();
      const isComplete = freshness !== null;
      return useMemo(
        () => ({ isComplete, newest: content.state === 'ready' ? content.items : [] }),
        [content, isComplete],
      );
    },
    pull: () => engine.syncNow(),
    setTitle: (id, title) =>
      engine.edit({ label: 'Edit', changes: [update(resources, id, { title })] }),
    async count() {
      const content = await engine.read(list(resources));
      return content.state === 'ready' ? content.items.length : 0;
    },
    // What is shown was read from the database.
    durable: async () => performance.now(),
    async signIn(email, password) {
      await engine.session.signIn(email, password);
      // Screens of admins load it before they show a form.
      await import('../../../../src/engine/editing.ts');
    },
  };
};
