import { Route, Routes } from 'react-router-dom';
import { learningRow } from './rows.ts';

/**
 * Opens the page of a learning with a text.
 *
 * @returns the id of the learning
 */
export async function openLearning(content: string): Promise<string> {
  // Imported here, so that a test can begin with modules that know nothing yet.
  const { LearningPage } = await import('../../src/features/learnings/learning-page.tsx');
  const { ToastProvider } = await import('../../src/ui/toast.tsx');
  const { show, synced } = await import('./site.tsx');
  const learning = learningRow({ title: 'Long', slug: 'long', content });
  show(
    <ToastProvider>
      <Routes>
        <Route path="/learnings/:slug" element={<LearningPage />} />
      </Routes>
    </ToastProvider>,
    synced({ learnings: [learning] }),
    '/learnings/long',
  );
  return learning.id;
}
