import { useMemo } from 'react';
import { usePlaces } from '../../engine/editing.ts';
import { type BaseRow, list, type Place } from '../../engine/index.ts';
import type { AnyForm } from './form.ts';
import { membersFieldOf } from './members.ts';

const none: readonly Place<BaseRow>[] = [];

/** The rows of the kind whose rows belong to those of a form, in their order; none for a form without such. */
export function useMemberRows(form: AnyForm): readonly BaseRow[] {
  const of = membersFieldOf(form)?.of;
  const content = usePlaces<BaseRow>(list<BaseRow>((of ?? form).rowKind));
  const places = of !== undefined && content.state === 'ready' ? content.items : none;
  return useMemo(
    () => places.flatMap(({ item, deletion }) => (deletion === null ? item : [])),
    [places],
  );
}
