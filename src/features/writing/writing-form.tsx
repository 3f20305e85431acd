import { type ReactNode, type RefObject, useEffect, useId, useMemo, useRef } from 'react';
import type { Field } from '../../content/form/form.ts';
import { FormFieldOf } from '../../content/form/form-field-of.tsx';
import { FormFailures, FormMessages } from '../../content/form/form-messages.tsx';
import { type OpenForm, useContentForm } from '../../content/form/use-content-form.ts';
import { useProblemFocus } from '../../content/form/use-problem-focus.ts';
import { useSaveKey } from '../../content/form/use-save-key.ts';
import { textIn } from '../../content/form/values.ts';
import { useItemPages } from '../../content/page-links/use-item-pages.ts';
import { BackLink, besideBack } from '../../ui/back-link.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { controlClass } from '../../ui/form-field.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SaveBar } from './save-bar.tsx';
import { TextBox } from './text-box.tsx';
import { useWithoutFrame, useZen } from './use-zen.ts';

/** An item's text with its title above, its other fields beside it, and Save always in reach. */
export function WritingForm({ open, notice }: { open: OpenForm; notice: ReactNode }) {
  const { form, row } = open;
  const state = useContentForm(open);
  const element = useRef<HTMLFormElement>(null);
  const [headingId, problemId] = [useId(), useId()];
  const zen = useZen();
  useWithoutFrame(zen.isOn);
  useSaveKey(element, state.isTyped, () => void state.saveAndStay());
  useProblemFocus(element, state.problem);
  useTitleFocus(element, row === null && !state.isTyped);

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
        if (state.standing === null) void state.save();
      }}
      className="grid grid-cols-[minmax(0,1fr)] gap-6"
    >
      <div className={zen.isOn ? 'sr-only' : 'grid grid-cols-[minmax(0,1fr)] gap-1'}>
        <div className={besideBack}>
          <BackLink to={`/admin?tab=${form.tab.id}`}>Dashboard</BackLink>
          {row !== null && <ViewLink id={row.id} />}
        </div>
        <div id={headingId}>
          <PageHeading title={title}>
            <span className="text-h2">{title}</span>
          </PageHeading>
        </div>
      </div>
      {notice}
      <FormMessages open={open} state={state} problemId={problemId} />
      <div
        className={`grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-8 ${zen.isOn ? 'mx-auto w-full max-w-[44rem]' : '@4xl/column:grid-cols-[minmax(0,1fr)_18rem]'}`}
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          {form.fields.filter(isTitle).map((field) => (
            <FormFieldOf
              key={field.column}
              {...shared}
              field={field}
              instead={(control) => <input {...control} className={`${controlClass} text-h3`} />}
            />
          ))}
          {form.fields.filter(isText).map((field) => (
            <FormFieldOf
              key={field.column}
              {...shared}
              field={field}
              instead={(control) => <TextBox {...control} />}
            />
          ))}
        </div>
        <div className={zen.isOn ? 'hidden' : 'grid grid-cols-[minmax(0,1fr)] gap-5'}>
          {others.map((field) => (
            <FormFieldOf key={field.column} {...shared} field={field} />
          ))}
        </div>
      </div>
      <FormFailures state={state} />
      <SaveBar form={form} state={state} text={textIn(state.values, form.writes ?? '')} zen={zen} />
    </form>
  );
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

/** Whoever begins a new item begins with its title. The frame moves the focus to the heading first. */
function useTitleFocus(form: RefObject<HTMLFormElement | null>, isBeginning: boolean): void {
  const begins = useRef(isBeginning);
  useEffect(() => {
    if (!begins.current) return;
    queueMicrotask(() => form.current?.querySelector<HTMLElement>('input')?.focus());
  }, [form]);
}
