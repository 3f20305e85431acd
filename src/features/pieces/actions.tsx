import { useState } from 'react';
import { BackLink } from '../../ui/back-link.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EnlargeablePicture } from '../../ui/enlargeable-picture.tsx';
import { EnlargedPicture } from '../../ui/enlarged-picture.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { TagButton, TagLink } from '../../ui/pressed-tag.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { NewTabLink, NewTabNote, TextLink } from '../../ui/text-link.tsx';
import { useToast } from '../../ui/toast.tsx';
import { LinkChip, ToggleChip } from '../../ui/toggle-chip.tsx';
import { Piece, Pieces } from './piece.tsx';

const looks = ['primary', 'quiet', 'bare', 'deletes', 'loud', 'danger'] as const;
const nothing = () => {};
const tabs = [
  { id: 'one', label: 'One' },
  { id: 'two', label: 'Two' },
  { id: 'three', label: 'A longer third' },
];

/** Pieces to press. */
export function Actions() {
  const [open, setOpen] = useState<'center' | 'left' | null>(null);
  const [enlarged, setEnlarged] = useState(false);
  const [pressed, setPressed] = useState(true);
  const [tab, setTab] = useState('one');
  const toast = useToast();
  return (
    <Pieces>
      <Piece of="button">
        {looks.map((look) => (
          <Button key={look} look={look}>
            {look}
          </Button>
        ))}
        {looks.map((look) => (
          <Button key={look} look={look} disabled>
            {look}, off
          </Button>
        ))}
        <ButtonLink to="/ui">A link</ButtonLink>
        <ButtonLink to="/ui" look="primary">
          A primary link
        </ButtonLink>
      </Piece>
      <Piece of="icon-button">
        <IconButton label="Close" icon={<Icon name="close" />} />
      </Piece>
      <Piece of="toggle-chip">
        <ToggleChip pressed={pressed} onToggle={() => setPressed(!pressed)}>
          On or off
        </ToggleChip>
        <ToggleChip pressed={false} onToggle={nothing}>
          Off
        </ToggleChip>
        <LinkChip to="/ui" isOn>
          A link, on
        </LinkChip>
        <LinkChip to="/ui" isOn={false}>
          Off
        </LinkChip>
      </Piece>
      <Piece of="pressed-tag">
        <TagButton onPress={nothing}>does something</TagButton>
        <TagLink to="/ui">leads somewhere</TagLink>
      </Piece>
      <Piece of="menu-button">
        <MenuButton
          label="Things to do"
          icon="more"
          groups={() => [
            {
              label: 'Move',
              items: [
                { label: 'Up', onSelect: nothing },
                { label: 'Down, idle here', onSelect: nothing, isIdle: true },
                { label: 'A page of this site', to: '/ui' },
              ],
            },
            { label: 'More', items: [{ label: 'Delete', onSelect: nothing, look: 'danger' }] },
          ]}
        />
      </Piece>
      <Piece of="text-link">
        <TextLink to="/ui">A page of this site</TextLink>
        <NewTabLink href="https://example.com">Another site</NewTabLink>
        <p className="text-muted">
          Only heard:
          <NewTabNote />
        </p>
      </Piece>
      <Piece of="back-link">
        <BackLink to="/ui">All pieces</BackLink>
      </Piece>
      <Piece of="tabs">
        <div className="grid w-full max-w-md gap-3">
          <Tabs
            label="Three tabs"
            tabs={tabs}
            chosen={tab}
            onChoose={setTab}
            className="grid grid-cols-3 gap-1 rounded-control bg-sunken p-1"
          >
            <p>The panel of {tab}.</p>
          </Tabs>
        </div>
      </Piece>
      <Piece of="dialog">
        <Button onClick={() => setOpen('center')}>In the middle</Button>
        <Button onClick={() => setOpen('left')}>At the left</Button>
        <Dialog
          open={open !== null}
          onClose={() => setOpen(null)}
          label="A dialog"
          place={open ?? 'center'}
        >
          <div className="grid gap-4 p-5">
            <p>Esc, Back, and a tap beside it close it.</p>
            <Button onClick={() => setOpen(null)}>Close</Button>
          </div>
        </Dialog>
      </Piece>
      <Piece of="enlargeable-picture">
        <div className="w-64">
          <EnlargeablePicture src="/pictures/projects/evals.svg" title="A chart" />
        </div>
      </Piece>
      <Piece of="enlarged-picture">
        <Button onClick={() => setEnlarged(true)}>A picture without a title</Button>
        <EnlargedPicture
          open={enlarged}
          onClose={() => setEnlarged(false)}
          src="/pictures/projects/evals.svg"
          title=""
        />
      </Piece>
      <Piece of="toast">
        <Button onClick={() => toast({ title: 'Task added', detail: 'With a second line' })}>
          A word
        </Button>
        <Button onClick={() => toast({ title: 'It failed', look: 'danger' })}>A failure</Button>
        <Button
          onClick={() =>
            toast({ title: '“Chunking” deleted', action: { label: 'Undo', onClick: nothing } })
          }
        >
          With an action
        </Button>
      </Piece>
    </Pieces>
  );
}
