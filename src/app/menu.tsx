import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useOutbox } from '../engine/index.ts';
import { inState, THIS_VISIT } from '../lib/history-entry.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { countInWords } from './outbox-count.tsx';
import { Sidebar } from './sidebar.tsx';

/**
 * The menu of narrow screens (LOOK-6). Its open state is part of the browser's history: opening adds an entry
 * for the same address, so that 'back' closes it, and a link in it replaces that entry. A reload closes it.
 */
export function Menu() {
  const location = useLocation();
  const navigate = useNavigate();
  const outbox = useOutbox();
  const [waiting, rejected] = [outbox.waiting.length, outbox.rejected.length];
  const needs = rejected > 0 ? 'you' : waiting > 0 ? 'the server' : 'nothing';
  const open = inState(location.state, 'menu') === THIS_VISIT;

  function openMenu() {
    const state = { ...Object(location.state), menu: THIS_VISIT };
    navigate(pathOf(location), { state, preventScrollReset: true });
  }

  useEffect(() => {
    if (!open) return;
    // When the window becomes wide enough for the sidebar, the menu is hidden and must close.
    const wide = window.matchMedia('(min-width: 48rem)');
    function closeWhenWide() {
      if (!wide.matches) return;
      const state = { ...Object(location.state), menu: null };
      navigate(pathOf(location), { state, replace: true, preventScrollReset: true });
    }
    closeWhenWide();
    wide.addEventListener('change', closeWhenWide);
    return () => wide.removeEventListener('change', closeWhenWide);
  }, [open, location, navigate]);

  return (
    <>
      <IconButton
        label={needs === 'nothing' ? 'Open menu' : `Open menu, ${countInWords(waiting, rejected)}`}
        icon={
          <>
            <Icon name="menu" />
            {needs !== 'nothing' && <Mark needs={needs} />}
          </>
        }
        className="relative"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={openMenu}
      />
      <Dialog open={open} onClose={() => navigate(-1)} label="Menu" place="left">
        <div className="absolute top-[max(0.75rem,env(safe-area-inset-top))] right-3 z-10">
          <IconButton
            label="Close menu"
            icon={<Icon name="close" />}
            onClick={() => navigate(-1)}
          />
        </div>
        <Sidebar replace />
      </Dialog>
    </>
  );
}

/** A dot in place of the count, which is hidden with the menu: some edits wait for the server, or for their author. */
function Mark({ needs }: { needs: 'the server' | 'you' }) {
  return needs === 'you' ? (
    <span
      aria-hidden="true"
      className="absolute top-1 right-1 grid size-4 place-items-center rounded-chip bg-danger text-micro leading-none font-bold text-paper"
    >
      !
    </span>
  ) : (
    <span
      aria-hidden="true"
      className="absolute top-1.5 right-1.5 size-2.5 rounded-chip bg-coral ring-2 ring-paper"
    />
  );
}

function pathOf({ pathname, search, hash }: { pathname: string; search: string; hash: string }) {
  return { pathname, search, hash };
}
