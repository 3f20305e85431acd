import { type RefObject, useLayoutEffect, useRef } from 'react';
import { isForInputMethod } from '../../lib/input-method.ts';
import {
  bold,
  type Command,
  code,
  continued,
  indented,
  italic,
  linkOver,
  linkTo,
} from './commands.ts';
import { pastedMarkdown } from './pasted-markdown.ts';
import { applyEdit, selectedIn } from './text-edit.ts';

const byKey: Readonly<Record<string, Command>> = { b: bold, i: italic, k: linkTo, e: code };

/**
 * The keys of a Markdown text, and what is pasted into it.
 *
 * | key | does |
 * |---|---|
 * | Ctrl or ⌘ with B, I, K, E | bold, italic, link, code |
 * | Enter | goes on with a list or a quote, or ends it |
 * | Tab, Shift+Tab | indent in code and in lists; elsewhere they leave the field |
 * | Escape, then Tab | leaves the field, wherever the caret is |
 */
export function useTextKeys(box: RefObject<HTMLTextAreaElement | null>): void {
  const leaves = useRef(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const ended = new AbortController();
    const listen = <Type extends keyof HTMLElementEventMap>(
      type: Type,
      act: (event: HTMLElementEventMap[Type]) => void,
    ) => element.addEventListener(type, act, { signal: ended.signal });

    listen('keydown', (event) => {
      if (isForInputMethod(event) || event.defaultPrevented) return;
      const { key, shiftKey, altKey } = event;
      const isLeaving = leaves.current;
      if (key !== 'Shift') leaves.current = key === 'Escape';
      const isCommand = (event.ctrlKey || event.metaKey) && !shiftKey && !altKey;
      const command = isCommand ? byKey[key.toLowerCase()] : undefined;
      const isTab = key === 'Tab' && !event.ctrlKey && !event.metaKey && !altKey && !isLeaving;
      const edit = isTab
        ? indented(selectedIn(element), shiftKey)
        : (command?.(selectedIn(element)) ?? null);
      if (edit === null) return;
      event.preventDefault();
      applyEdit(element, edit);
    });
    listen('blur', () => {
      leaves.current = false;
    });
    // Not the key: a phone's keyboard may report another one.
    listen('beforeinput', (event) => {
      if (event.isComposing || !/^insert(LineBreak|Paragraph)$/.test(event.inputType)) return;
      const edit = continued(selectedIn(element));
      if (edit === null || !event.cancelable) return;
      event.preventDefault();
      applyEdit(element, edit);
    });
    // With Shift a browser gives the words alone.
    listen('paste', (event) => {
      // Pictures (use-pictures-given.ts).
      if (event.defaultPrevented) return;
      const plain = event.clipboardData?.getData('text/plain') ?? '';
      const html = event.clipboardData?.getData('text/html') ?? '';
      const selected = selectedIn(element);
      const asLink = linkOver(selected, plain);
      const insert = asLink === null && html !== '' ? pastedMarkdown(html) : null;
      const caret = selected.from + (insert?.length ?? 0);
      const edit =
        insert === null
          ? asLink
          : { from: selected.from, to: selected.to, insert, select: { from: caret, to: caret } };
      if (edit === null) return;
      event.preventDefault();
      applyEdit(element, edit);
    });
    return () => ended.abort();
  }, [box]);
}
