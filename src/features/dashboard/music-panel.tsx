import { useState } from 'react';
import { notKeptInWords } from '../../content/form/not-kept-words.ts';
import { textIn } from '../../content/form/values.ts';
import { currentTrackWords, trackForm } from '../../content/tracks/track-form.ts';
import { setCurrentTrack, type tracks } from '../../content/tracks/tracks.ts';
import { useEditor } from '../../engine/editing.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { ContentPanel } from './content-panel.tsx';
import { LoadInfo } from './load-info.tsx';
import type { Edited } from './use-place.ts';

type TrackRow = Parameters<typeof tracks.toItem>[0];

/** ADMIN-5: tracks, one of which is the current; a Spotify link fills in the rest. */
export function MusicPanel({ edited }: { edited: Edited }) {
  const { choose, problem } = useSetCurrent();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {problem !== null && <Alert>{problem}</Alert>}
      <ContentPanel
        form={trackForm}
        edited={edited}
        extra={{
          below: 'url',
          node: (values, set) => (
            <LoadInfo link={textIn(values, 'url')} values={values} set={set} />
          ),
        }}
        actions={(track) => (
          // Not `disabled`, which would drop the focus from the button just pressed.
          <Button
            look="bare"
            aria-disabled={track.is_current}
            className={track.is_current ? 'cursor-default text-ok opacity-100!' : ''}
            onClick={() => void choose(track)}
          >
            {track.is_current ? 'Now Playing' : 'Set Current'}
            <span className="sr-only"> {trackForm.name(track)}</span>
          </Button>
        )}
      />
    </div>
  );
}

function useSetCurrent() {
  const editor = useEditor();
  const toast = useToast();
  const [problem, setProblem] = useState<string | null>(null);

  async function choose(track: TrackRow): Promise<void> {
    if (track.is_current) return;
    try {
      await editor.edit({
        label: `Set current track “${trackForm.name(track)}”`,
        changes: [setCurrentTrack(track.id)],
      });
      setProblem(null);
      toast({ title: currentTrackWords.done });
    } catch (error) {
      const reason = notKeptInWords(error);
      toast({ title: currentTrackWords.failed, detail: reason, look: 'danger' });
      setProblem(`“${trackForm.name(track)}” was not made the current track. ${reason}`);
    }
  }

  return { choose, problem };
}
