import {
  Fragment,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import type { Field } from '../../content/form/form.ts';
import { submit } from '../../content/form/form-buttons.tsx';
import { FormFieldOf } from '../../content/form/form-field-of.tsx';
import { FormFailures, FormMessages } from '../../content/form/form-messages.tsx';
import { tabAddress } from '../../content/form/kept-tab.ts';
import { type OpenForm, useContentForm } from '../../content/form/use-content-form.ts';
import { useNoImplicitSubmission } from '../../content/form/use-no-implicit-submission.ts';
import { useProblemFocus } from '../../content/form/use-problem-focus.ts';
import { useSaveKey } from '../../content/form/use-save-key.ts';
import { textIn } from '../../content/form/values.ts';
import { useItemPages } from '../../content/page-links/use-item-pages.ts';
import { inState } from '../../lib/history-entry.ts';
import { BackLink, besideBack } from '../../ui/back-link.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { controlClass } from '../../ui/form-field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { findPassage } from './align.ts';
import { keepPlace } from './kept-place.ts';
import { bringIntoView } from './place-in-text.ts';
import { Preview } from './preview.tsx';
import { SaveBar, ZenButton } from './save-bar.tsx';
import { TextBox } from './text-box.tsx';
import { TextComparison } from './text-comparison.tsx';
import { useSharedInstead } from './use-shared-instead.ts';
import { useWithoutFrame, useZen } from './use-zen.ts';

/** An item's text with its title above, its other fields beside it, and Save always in reach. */
export function WritingForm({ open, notice }: { open: OpenForm; notice: ReactNode }) {
  const { form, row } = open;
  const state = useContentForm(open);
  const element = useRef<HTMLFormElement>(null);
  const [headingId, problemId] = [useId(), useId()];
  const zen = useZen();
  const box = useRef<HTMLTextAreaElement>(null);
  const [isPreviewed, setPreviewed] = useState(false);
  const isBeside = isPreviewed && !zen.isOn;
  useWithoutFrame(zen.isOn);
  // Text and page need its place.
  useWithoutFrame(isBeside, '(min-width: 1100px)');
  useSaveKey(element, state.isTyped, () => void state.saveAndStay());
  useNoImplicitSubmission(element, state.standing !== null);
  useProblemFocus(element, state.problem);
  useFocusInText(box, zen.isOn);
  const sharedInstead = useSharedInstead(open, state);
  useTitleFocus(element, row === null && !state.isTyped);
  usePlaceInSight(box);

  function togglePreview() {
    const change = () => flushSync(() => setPreviewed((held) => !held));
    if (element.current === null || box.current === null) change();
    else keepPlace(element.current, box.current, change);
  }

  const title = `${row === null ? 'New' : 'Edit'} ${form.one}`;
  const isTitle = ({ column }: Field) => column === form.kind.name;
  const isText = ({ column }: Field) => column === form.writes;
  const others = form.fields.filter((field) => !isTitle(field) && !isText(field));
  const shared = { form, state, problemId };

  return (
    <form
      ref={element}
      noValidate
      aria-labelledby={headingId}
      onSubmit={(event) => {
        event.preventDefault();
        submit(form, state);
      }}
      className={`grid grid-cols-[minmax(0,1fr)] gap-6 ${zen.isOn ? alone : ''}`}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
        <div className={zen.isOn ? 'hidden' : besideBack}>
          <WayBack dashboard={tabAddress(open.drafts.home.account, form.tab.id)} />
          <div className="flex">
            {row !== null && <ViewLink id={row.id} />}
            <ZenButton zen={zen} />
          </div>
        </div>
        <div id={headingId} className={zen.isOn ? 'sr-only' : ''}>
          <PageHeading title={title}>
            <span className="text-h2">{title}</span>
          </PageHeading>
        </div>
      </div>
      {notice}
      <FormMessages open={open} state={state} problemId={problemId} />
      <div
        className={`grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-8 ${layoutFor(zen.isOn, isBeside)}`}
      >
        <div
          className={`${isBeside ? 'hidden min-[1100px]:grid' : 'grid'} grid-cols-[minmax(0,1fr)] gap-5`}
        >
          {form.fields.filter(isTitle).map((field) => (
            <FormFieldOf
              key={field.column}
              {...shared}
              field={field}
              instead={(control) => <input {...control} className={`${controlClass} text-h3`} />}
            />
          ))}
          {form.fields.filter(isText).map((field) => (
            <Fragment key={field.column}>
              {!zen.isOn && state.differs.includes(field.column) && (
                <TextComparison
                  box={box}
                  mine={String(state.values[field.column] ?? '')}
                  theirs={String(state.saved[field.column] ?? '')}
                  before={String(state.before(field.column))}
                  onSettled={(text) => {
                    state.set(field.column, text);
                    state.seeSaved(field.column);
                  }}
                />
              )}
              <FormFieldOf
                {...shared}
                field={field}
                saysSaved={false}
                instead={(control) => (
                  <TextBox {...control} box={box} sharedInstead={sharedInstead} />
                )}
              />
            </Fragment>
          ))}
        </div>
        {isBeside && (
          <Preview
            form={form}
            id={row?.id ?? 'new'}
            values={state.values}
            box={box}
            onWord={(from, to) => {
              // Below, the page stands in the place of the text.
              if (box.current?.checkVisibility?.() === false) flushSync(() => setPreviewed(false));
              box.current?.focus({ preventScroll: true });
              box.current?.setSelectionRange(from, to);
              if (box.current !== null) bringIntoView(box.current, from);
            }}
          />
        )}
        <div className={`${zen.isOn ? 'hidden' : 'grid'} grid-cols-[minmax(0,1fr)] gap-5`}>
          {others.map((field) => (
            <FormFieldOf key={field.column} {...shared} field={field} />
          ))}
        </div>
      </div>
      <FormFailures state={state} />
      <SaveBar
        form={form}
        state={state}
        text={textIn(state.values, form.writes ?? '')}
        zen={zen}
        isPreviewed={isPreviewed}
        onPreview={togglePreview}
      />
    </form>
  );
}

/** In zen the text has no box either. */
const alone =
  '[&_label]:sr-only [&_[role=toolbar]]:hidden [&_:is(input,textarea)]:border-transparent [&_:is(input,textarea)]:bg-transparent';

function layoutFor(isZen: boolean, isBeside: boolean): string {
  if (isZen) return 'mx-auto w-full max-w-[44rem]';
  return isBeside ? 'min-[1100px]:grid-cols-2' : '@4xl/column:grid-cols-[minmax(0,1fr)_18rem]';
}

/** To the page on which 'Edit' was pressed, at the place that was in sight there; or else to the dashboard. */
function WayBack({ dashboard }: { dashboard: string }) {
  const navigate = useNavigate();
  const { state } = useLocation();
  if (typeof inState(state, 'from') !== 'string')
    return <BackLink to={dashboard}>Dashboard</BackLink>;
  return (
    <Button look="bare" className="-ml-3 text-muted" onClick={() => void navigate(-1)}>
      <Icon name="back" className="size-4" />
      Back
    </Button>
  );
}

/** Begins at the place that was in sight where 'Edit' was pressed. */
function usePlaceInSight(box: RefObject<HTMLTextAreaElement | null>): void {
  const type = useNavigationType();
  const at = inState(useLocation().state, 'at');
  const isReturn = useRef(type === 'POP');
  const begun = useRef(false);
  useEffect(() => {
    const element = box.current;
    if (begun.current || isReturn.current || element === null || typeof at !== 'string') return;
    begun.current = true;
    const from = findPassage(element.value, at);
    if (from === null) return;
    element.setSelectionRange(from, from);
    bringIntoView(element, from);
  }, [box, at]);
}

/** Leads to where the site shows the item. */
function ViewLink({ id }: { id: string }) {
  const pages = useItemPages();
  const address = useMemo(() => pages?.find((page) => page.id === id)?.address(), [pages, id]);
  if (address === undefined) return null;
  return (
    <ButtonLink look="bare" to={address}>
      View
    </ButtonLink>
  );
}

/** Of the fields that zen hides, the one with the focus would drop it. */
function useFocusInText(box: RefObject<HTMLTextAreaElement | null>, isZen: boolean): void {
  useEffect(() => {
    const isHidden = document.activeElement?.checkVisibility?.() === false;
    if (isZen && isHidden) box.current?.focus({ preventScroll: true });
  }, [box, isZen]);
}

/** Whoever begins a new item begins with its title. The frame moves the focus to the heading first. */
function useTitleFocus(form: RefObject<HTMLFormElement | null>, isBeginning: boolean): void {
  const begins = useRef(isBeginning);
  useEffect(() => {
    if (!begins.current) return;
    queueMicrotask(() => {
      // Who has begun in another field meanwhile stays there.
      if (form.current?.contains(document.activeElement) === false)
        form.current.querySelector<HTMLElement>('input')?.focus();
    });
  }, [form]);
}
