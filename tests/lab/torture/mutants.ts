/**
 * Bugs to be planted, one at a time, in a copy of the code that only torture loads: each is the anomaly that one of the
 * engine's rules prevents. A bug that no history finds shows that a check is missing.
 *
 * `find` is the code that a bug replaces, without its comments. It must occur exactly once in the engine, its
 * lock and the migrations, in whatever file and however its lines are broken. A bug that shows only under true
 * concurrency is planted `on` a real PostgreSQL.
 */
export interface Mutant {
  readonly name: string;
  readonly find: string;
  readonly replace: string;
  /** A second change that the bug needs to show. */
  readonly and?: { readonly find: string; readonly replace: string };
  readonly on?: 'postgres';
}

/** The places of a bug, with their replacements. */
export function placesOf({ find, replace, and }: Mutant): { find: RegExp; replace: string }[] {
  const first = { find: asPattern(find), replace };
  return and === undefined ? [first] : [first, { ...and, find: asPattern(and.find) }];
}

/** Ignores comments, and white space, which the formatter decides. */
function asPattern(code: string): RegExp {
  const words = code.trim().split(/\s+/);
  return new RegExp(
    words
      .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join(String.raw`(?:\s|//.*|--.*|/\*(?:[^*]|\*(?!/))*\*/)+`),
    'g',
  );
}

export const mutants: readonly Mutant[] = [
  // The mirror.
  {
    name: 'an edit says nothing of a column that the row lacks',
    find: `before: { ...before, ...columnsOf(seen, values) }`,
    replace: `before`,
  },
  {
    name: 'a row is refused for want of a key',
    find: `...mapped(all, ({ schema }) => v.exactOptional(schema as v.GenericSchema)),`,
    replace: `...mapped(all, ({ schema }) => schema as v.GenericSchema),`,
  },
  {
    name: 'the cursor is saved before its rows',
    find: `    const applied = await applyCatchUp(database, brought, asked).catch((error) => {`,
    replace: `    const { epoch } = ((await database.meta.get('position'))?.value ?? {}) as Position;
    if (epoch === unfinished.to.epoch) {
      await database.meta.put({ key: 'position', value: unfinished.to });
      unfinished = { ...unfinished, from: unfinished.to };
    }
    const applied = await applyCatchUp(database, brought, asked).catch((error) => {`,
  },
  {
    name: 'the rows of a catch-up are saved without their cursor',
    find: `    await database.meta.put({ key: 'position', value: catchUp.to });`,
    replace: `    if (catchUp.reset) await database.meta.put({ key: 'position', value: catchUp.to });`,
  },
  {
    name: 'what a pull brings is shown without the edits on top of it',
    find: `    changed = new Set();
    edited = now;`,
    replace: `    edited = new Set([...now].filter((id) => !changed.has(id)));
    changed = new Set();`,
  },
  {
    name: 'the server says too early that there is nothing new',
    find: `if newest > since or starts_over then`,
    replace: `if newest > since + 1 or starts_over then`,
  },
  {
    name: 'an outdated catch-up is applied all the same',
    find: `    if (isStale(held, catchUp)) {`,
    replace: `    if (isStale(held, catchUp) && held.cursor < 0) {`,
  },
  {
    name: 'an empty fresh start is believed',
    find: `    if (catchUp.reset && held.complete && !catchUp.changes`,
    replace: `    if (catchUp.reset && !held.complete && !catchUp.changes`,
  },
  {
    name: 'a fresh start keeps the rows of the old history',
    find: `  for (const table of new Set([...(await tablesIn(database)), ...coming.keys()])) {`,
    replace: `  for (const table of new Set(coming.keys())) {`,
  },
  {
    name: 'a fresh start empties the outbox',
    find: `  await database.malformed.clear();
  for (const table of new Set`,
    replace: `  await database.malformed.clear();
  Dexie.ignoreTransaction(() => void database.outbox.clear());
  for (const table of new Set`,
  },
  {
    name: 'tombstones are not applied',
    find: `    await writeRows(database, table, rows, gone);`,
    replace: `    await writeRows(database, table, rows, gone.slice(1));`,
  },
  {
    name: 'the rows of a page that is read again stay beside it',
    find: `if (row?.n !== n) continue;`,
    replace: `if (row?.n !== n || newer.length > 1) continue;`,
  },
  {
    name: 'a live query asks one write too late',
    find: `await writtenSince(database, least);`,
    replace: `await writtenSince(database, least + 1);`,
  },
  {
    name: 'of all that it has missed a screen reads the last write only',
    find: `page.stamp > since);`,
    replace: `page.stamp === Math.max(...all.map(({ stamp }) => stamp)));`,
  },
  {
    name: 'rows that have no room in their page are lost',
    find: `for (const rest of more) written.set(place.another(), rest);`,
    replace: ``,
  },
  {
    name: 'a page is rewritten from what this tab remembers of it',
    find: `if (directory.stamp < stamp) learn`,
    replace: `if (directory.stamp === 0) learn`,
  },
  {
    name: 'the track that was current stays so on the device that has chosen another',
    find: `  if (kind.exclusive === undefined || !takesFlag(kind, change)) return [];`,
    replace: `  if (kind.exclusive !== undefined || !takesFlag(kind, change)) return [];`,
  },
  {
    name: 'a track that becomes current elsewhere is so beside the one chosen here',
    find: `flags.length === 0 ? [] : [...held.keys()].filter(isFlagged);`,
    replace: `flags.length === 0 ? [...held.keys()].filter(isFlagged) : [];`,
  },
  {
    name: 'a tab that has missed a write of another takes its own for the only one',
    find: `if (directory.of !== of || directory.stamp !== stamp - 1) continue;`,
    replace: `if (directory.of !== of) continue;`,
  },
  // A mirror of an older version.
  {
    name: 'an upgrade takes edited rows for the server’s',
    find: `...shown.filter(({ id }) => !beneath.has(id)), ...beneath.values()]`,
    replace: `...shown]`,
  },
  {
    name: 'an upgrade loses what was deleted here and not yet at the server',
    find: `...shown.filter(({ id }) => !beneath.has(id)), ...beneath.values()]`,
    replace: `...shown.map((row) => beneath.get(row.id) ?? row)]`,
  },
  {
    name: 'an upgrade drops the edits that have been sent',
    find: `await meta.put({ key: 'pages', value: mark });`,
    replace: `await meta.put({ key: 'pages', value: mark });
  await transaction.table('outbox').filter(({ sent }) => sent).delete();`,
  },
  // Edits.
  {
    name: 'an edit is confirmed before it is kept',
    find: `    const queued = await store(database, draft, made);
    ahead.kept();
    return queued;`,
    replace: `    setTimeout(() => void store(database, draft, made).catch(() => {}));
    ahead.kept();
    return { ...made, place: 1_000_000 };`,
  },
  {
    name: 'a row that has not changed is another object',
    find: `else if (member !== undefined && isSameRow(member.row, row)) {
        members.set(row, member);
        continue;
      }`,
    replace: ``,
  },
  {
    name: 'edits are replayed in another order',
    find: `pending = [...queued, ...own.map(({ mutation }) => mutation)];`,
    replace: `pending = [...queued.toReversed(), ...own.map(({ mutation }) => mutation)];`,
  },
  {
    name: 'an edit that the disk has refused stays shown',
    find: `          ahead = ahead.filter((one) => one !== shown);
          show();`,
    replace: ``,
  },
  {
    name: 'an edit is coalesced into one that was sent',
    find: `  if (last === undefined || last.sent || last.heldUntil !== null) return null;`,
    replace: `  if (last === undefined || last.heldUntil !== null) return null;`,
  },
  {
    name: 'a sent edit is not marked as sent',
    find: `batch.push({ ...mutation, sent: true,`,
    replace: `batch.push({ ...mutation, sent: false,`,
  },
  {
    name: 'the outbox is sent in another order',
    find: `  return sendableOf(database, await database.outbox.orderBy('place').toArray(), account, now);`,
    replace: `  return sendableOf(database, await database.outbox.orderBy('id').toArray(), account, now);`,
  },
  {
    name: 'edits of another account are sent along',
    find: `  const own = all.filter((mutation) => mutation.account === account.userId);`,
    replace: `  const own = all.map((mutation) => ({ ...mutation, account: account.userId }));`,
  },
  {
    name: 'an answer empties the whole outbox',
    find: `    answered.push(mutation.place);`,
    replace: `    answered.push(mutation.place);
    await database.outbox.where('place').aboveOrEqual(mutation.place).delete();`,
  },
  {
    name: 'a repeat that was applied before counts as refused',
    find: `    if (answer.first === 'applied') {`,
    replace: `    if (answer.outcome === 'applied') {`,
  },
  {
    name: 'a refused edit is not kept',
    find: `  return database.rejected.put({ id: mutation.id, mutation, ...why, at });`,
    replace: `  return Promise.resolve([database, mutation, why, at]);`,
  },
  {
    name: 'a refusal is undone by deleting the row',
    find: `      const reason = answer.message ?? '';`,
    replace: `      const reason = answer.message ?? '';
      const rows = new Set(mutation.changes.map(({ id }) => id));
      await database.pages.toCollection().modify((page) => Object.assign(page, { rows: page.rows.filter(({ id }) => !rows.has(id)) }));`,
  },
  {
    name: 'answers are recorded before their last page has come',
    find: `      unfinished = add(unfinished, page);`,
    replace: `      unfinished = add(unfinished, page);
      if (page.more) await applyCatchUp(database, { ...unfinished, to: unfinished.from, changes: [], reset: false }, at);`,
  },
  {
    name: 'a page goes over what another tab has brought meanwhile',
    find: `    let unfinished = catchUp;`,
    replace: `    let unfinished = startFrom(((await database.meta.get('position'))?.value ?? catchUp.from) as Position, catchUp.answers);`,
  },
  {
    name: 'signing in as another drops the edits of the one before',
    find: `      await changeAccount({ session, account });`,
    replace: `      await database.outbox.filter((mutation) => mutation.account !== account.userId).delete();
      await changeAccount({ session, account });`,
  },
  {
    name: 'signing out drops the edits',
    find: `    signOut: () => changeAccount({ session: null, account: null }),`,
    replace: `    signOut: () =>
      database.outbox.clear().then(() => changeAccount({ session: null, account: null })),`,
  },
  {
    name: 'a refused refresh drops the edits',
    find: `        await write({ session: null, account: held.account && { ...held.account, expired: true } });`,
    replace: `        Dexie.ignoreTransaction(() => void database.outbox.clear());
        await write({ session: null, account: held.account && { ...held.account, expired: true } });`,
  },
  // Accounts on a shared device.
  {
    name: 'edits of every account show',
    find: `return all.filter(({ account }) => account === userId);`,
    replace: `return all.map((mutation) => ({ ...mutation, account: userId }));`,
  },
  {
    name: 'signing in as another, or out, leaves on the screen what was pending',
    find: `    queued = waiting;`,
    replace: `    queued = rest.account === null || queued.length > waiting.length ? queued : waiting;`,
  },
  {
    name: 'an edit is kept though another tab has signed its account out',
    find: `if (account?.userId !== made.account) throw signedOut();`,
    replace: ``,
  },
  {
    name: 'an edit is coalesced into another account’s',
    find: `  const last = pending.filter(({ account }) => account === mutation.account).at(-1);`,
    replace: `  const last = pending.at(-1);`,
  },
  {
    name: 'another account’s edits are discarded',
    find: `    if (mutation !== undefined && !isOwn(mutation)) continue;`,
    replace: ``,
  },
  {
    name: 'edits of other accounts are listed and exported',
    find: `      waiting: allWaiting.filter(isOwn),`,
    replace: `      waiting: allWaiting,`,
  },
  {
    name: 'an edit that can be taken back is sent',
    find: `  const held = own.findIndex((mutation) => isHeld(mutation, now));`,
    replace: `  const held = own.findIndex((mutation) => isHeld(mutation, now) && mutation.place < 0);`,
  },
  {
    name: 'someone at its offer does not keep an edit from being sent',
    find: `({ at }) => at + HOLD_MOST_MS`,
    replace: `({ heldUntil }) => heldUntil`,
  },
  {
    name: 'an edit is held for as long as someone is at its offer, for ever',
    find: `({ at }) => at + HOLD_MOST_MS`,
    replace: `({ heldUntil }) => heldUntil + HOLD_MOST_MS`,
  },
  {
    name: 'leaving its offer sends an edit at once',
    find: `Math.min(heldUntil, now + UNDO_MS)`,
    replace: `Math.min(heldUntil, now)`,
  },
  {
    name: 'what is held stays held when all is to be sent now',
    find: `await database.outbox.bulkPut(held.map((one) => ({ ...one, heldUntil: null })));`,
    replace: `await database.outbox.bulkPut(held);`,
  },
  {
    name: 'what has been sent is taken back on the device alone',
    find: `    if (mutation === undefined || mutation.sent) return false;`,
    replace: `    if (mutation === undefined) return false;`,
  },
  {
    name: 'taking back does not bring the deleted row back',
    find: `      waiting.set(one, mutation);
      await database.outbox.delete(mutation.place);`,
    replace: `      waiting.set(one, mutation);
      if (mutation.changes[0]?.op !== 'delete') await database.outbox.delete(mutation.place);`,
  },
  {
    name: 'an imported edit gets an id of its own',
    find: `        mutation: { ...one, rows: one.changes.map(rowKey), heldUntil: null, sent: true },`,
    replace: `        mutation: { ...one, id: crypto.getRandomValues(new Uint8Array(16)).reduce((text, byte, i) => text + ([4, 6, 8, 10].includes(i) ? '-' : '') + (i === 6 ? 64 + byte % 16 : i === 8 ? 128 + byte % 64 : byte).toString(16).padStart(2, '0'), ''), rows: one.changes.map(rowKey), heldUntil: null, sent: true },`,
  },
  {
    name: 'an edit is still altered after it was exported',
    find: `      await outbox.bulkPut(waiting);`,
    replace: ``,
  },
  // The engine.
  {
    name: 'the outbox entry goes when it is sent',
    find: `      onBatch();
      try {`,
    replace: `      onBatch();
      await database.outbox.bulkDelete(batch.map(({ place }) => place));
      try {`,
  },
  {
    name: 'the outbox entry goes on a 401',
    find: `        if (!isAboutItsEdits(failure)) return failed(failure);`,
    replace: `        if (failure.kind === 'signed-out') {
          await database.outbox.bulkDelete(batch.map(({ place }) => place));
        }
        if (!isAboutItsEdits(failure)) return failed(failure);`,
  },
  {
    name: 'a refusal of the call is one of its edits',
    find: `return /^(PT)?413$|`,
    replace: `return /^42501$|^PGRST202$|^(PT)?413$|`,
  },
  {
    name: 'a batch that is too much is refused as a whole',
    find: `        if (batch.length > 1) most = Math.ceil(batch.length / 2);
        else if`,
    replace: `        if (batch.length > 1) for (const one of batch) await recordRefusal(database, one, failure, clock());
        else if`,
  },
  {
    name: 'a batch that is too much is sent again as it is',
    find: `        if (batch.length > 1) most = Math.ceil(batch.length / 2);`,
    replace: `        if (batch.length > 1) most = batch.length;`,
  },
  {
    name: 'a push that nobody answers is sent again at once, for ever',
    find: `        if (!isAboutItsEdits(failure)) return failed(failure);`,
    replace: `        if (failure.code === 'no-answer' && !signal.aborted) continue;
        if (!isAboutItsEdits(failure)) return failed(failure);`,
  },
  {
    name: 'what is new is asked for where nobody answers',
    find: `case 'out of reach':`,
    replace: `case 'out of reach': stopped = pushed.failure; break;`,
  },
  {
    name: 'a push that was not answered in time is followed by half of it at once',
    find: `if (isTooSlow) pace.tooMuch(batch.length);`,
    replace: `if (isTooSlow && batch.length > 1) { most = Math.ceil(batch.length / 2); continue; }`,
  },
  {
    name: 'a page that took too long is asked for again as it was',
    find: `if (isTooSlow && !(error instanceof NotRenewed)) pace.tooMuch(rows);`,
    replace: ``,
  },
  {
    name: 'an exchange that has sent something pulls twice',
    find: `      if (page === null && !isFirst) return stopped;`,
    replace: `      if (page === null && !isFirst) {
        await pull.finish(begun, null, signal);
        return stopped;
      }`,
  },
  {
    name: 'a page that is lost is asked for again at once',
    find: `      kept = done;
      throw failure;`,
    replace: `      kept = done;
      if (failure instanceof Failure && failure.code === 'no-answer' && !signal.aborted) return answerTo({ page: fetchPage(done, null, signal), at: 0 }, done, signal);
      throw failure;`,
  },
  {
    name: 'a holder of the lock that lives is robbed',
    find: `    if (data < rank) unanswered = 0;`,
    replace: `    if (data < rank) unanswered += 0;`,
  },
  {
    name: 'an edit starts an exchange while there is no network',
    find: `offline: { wanted: stay,`,
    replace: `offline: { wanted: pull,`,
  },
  {
    name: 'an exchange follows another into a network that has gone',
    find: `    if (state.again && state.online) return pull(next);`,
    replace: `    if (state.again) return pull(next);`,
  },
  {
    name: 'an edit counts as a person who asks',
    find: `want(news === 'edits' ? { edits: true } : anything);`,
    replace: `news === 'edits' ? want({ edits: true }, 'asked') : want(anything);`,
  },
  // A column that the server learns.
  {
    name: 'an edit of a column that the server has learned is not sent again',
    find: `await review?.retryUnknown(database);`,
    replace: `void [review, database];`,
  },
  {
    name: 'an edit that is sent again keeps the id under which it was refused',
    find: `if (isUnheard(one)) return one.id; return byItself ? uuidAfter(one.id) : uuid();`,
    replace: `return one.id;`,
  },
  // Reports to the author.
  {
    name: 'a coalesced edit keeps what was seen at its first keystroke as its base',
    find: `Object.entries(later.before).filter(([column]) => !own(column))`,
    replace: `Object.entries(earlier.before).filter(([column]) => !own(column))`,
  },
  {
    name: 'every value that an edit replaces is told as somebody else’s',
    find: `answer.conflicts.map((conflict) => ({ ...conflict, account, label, at })`,
    replace: `mutation.changes.flatMap((change) => (change.op === 'update' ? Object.keys(change.values).map((column) => ({ table: change.table, id: change.id, column, was: (change.before as unknown as Record<string, unknown> | null)?.[column] ?? null, account, label, at })) : [])`,
  },
  {
    name: 'an author’s own value that is stored in another form is told as somebody else’s',
    find: `and not exists (select from sync.spelling s
            where s.table_name = $4 and s.row_id = h.id and s.column_name = n
              and s.said = md5((h.base -> n)::text) and s.stored = md5((h.row -> n)::text))`,
    replace: ``,
  },
  {
    name: 'of what an edit has replaced the first value is not told',
    find: `answer.conflicts.map((conflict) => ({ ...conflict, account, label, at })`,
    replace: `answer.conflicts.slice(1).map((conflict) => ({ ...conflict, account, label, at })`,
  },
  {
    name: 'an edit goes out without what its author has seen',
    find: `base: baseOf(database, change) };`,
    replace: `base: {} };`,
  },
  {
    name: 'an edit goes out with what a pull has brought as what its author has seen',
    find: `mutations: batch.map((one) => toSent(database, one)),`,
    replace: `mutations: await database.pages.toArray().then((pages) => {
              const came = new Map(pages.flatMap(({ table, rows }) => rows.map(({ id, row }) => [\`\${table}/\${id}\`, row] as const)));
              return batch.map((one) => toSent(database, { ...one, changes: one.changes.map((change) => (change.op === 'update' ? { ...change, before: came.get(\`\${change.table}/\${change.id}\`) ?? change.before } : change)) }));
            }),`,
  },
  {
    name: 'the database does not say what an edit has replaced',
    find: `          and h.row -> n is distinct from t.row -> n`,
    replace: `          and h.row -> n is null`,
  },
  {
    name: 'an edit is told the refusal of another',
    find: `const why = { code: answer.code, reason,`,
    replace: `const why = { code: answers[0]?.code ?? null, reason,`,
  },
  {
    name: 'what waits behind a refused edit is told to be refused itself',
    find: `{ code: null, reason: '', cause, epoch }`,
    replace: `{ code: '23514', reason: 'not this', cause: null, epoch }`,
  },
  {
    name: 'a push whose answer is lost is sent with new ids',
    find: `        if (!isAboutItsEdits(failure)) return failed(failure);`,
    replace: `        for (const one of batch) await database.outbox.update(one.place, { id: one.id.replace(/^./, (digit) => ((Number.parseInt(digit, 16) + 1) % 16).toString(16)) });
        if (!isAboutItsEdits(failure)) return failed(failure);`,
  },
  {
    name: 'every page of a catch-up is applied as it comes',
    find: `      if (page.more && unfinished.from.complete) {`,
    replace: `      if (page.more && unfinished.from.complete && false) {`,
  },
  {
    name: 'a reset keeps the pages of the old history',
    find: `    changes: page.reset ? page.changes : [...done.changes, ...page.changes],`,
    replace: `    changes: [...done.changes, ...page.changes],`,
  },
  {
    name: 'only the last page of a catch-up is applied',
    find: `    changes: page.reset ? page.changes : [...done.changes, ...page.changes],`,
    replace: `    changes: page.changes,`,
  },
  {
    name: 'a poke is taken for the news itself',
    find: `    if (poked > cursor) want({ version: poked });`,
    replace: `    if (poked > cursor) {
      await readPosition(database)
        .then((position) => database.meta.put({ key: 'position', value: { ...position, cursor: poked } }))
        .catch(() => {});
      want({ version: poked });
    }`,
  },
  // The database.
  {
    name: 'the database lets two tracks be current',
    find: `  where is_current and id <> new.id
    and exists`,
    replace: `  where is_current and id = new.id and not exists`,
  },
  {
    name: 'a push does not look in the ledger',
    find: `  select array_agg(n.mutation_id) into claimed from noted n;`,
    replace: `  select array_agg((m ->> 'id')::uuid) into claimed from jsonb_array_elements(mutations) m;`,
  },
  {
    name: 'the ledger says applied of what it refused',
    find: `      set outcome = 'rejected', code = why_code, message = why`,
    replace: `      set outcome = 'applied', code = why_code, message = why`,
  },
  {
    name: 'a push leaves out what others have written since',
    find: `  return sync.page(sync_push.epoch, sync_push.cursor, sync_push.horizon, sync_push.page_size, answers);`,
    replace: `  return sync.page(sync_push.epoch, greatest(sync_push.cursor, (select max(c.version) - jsonb_array_length(mutations) from sync.change c)), sync_push.horizon, sync_push.page_size, answers);`,
  },
  {
    name: 'a pull answers for edits that are not in its rows',
    find: `  if cardinality(pending) = 0 or not has_table_privilege('sync.ledger', 'select') then
    return '[]'::jsonb;
  end if;`,
    replace: `  if cardinality(pending) = 0 or not has_table_privilege('sync.ledger', 'select') then
    return '[]'::jsonb;
  end if;
  return (select jsonb_agg(jsonb_build_object('id', i, 'outcome', 'duplicate', 'first', 'applied', 'code', null,
    'message', null, 'conflicts', '[]'::jsonb)) from unnest(pending) i);`,
  },
  {
    name: 'what a device is not to see keeps its old version',
    find: `  execute format('create trigger sync_note after insert or update or delete on %s`,
    replace: `  execute format('create trigger sync_note after insert or update on %s`,
  },
  {
    name: 'an update of a row gets no version',
    find: `  execute format('create trigger sync_note after insert or update or delete on %s`,
    replace: `  execute format('create trigger sync_note after insert or delete on %s`,
  },
  {
    name: 'a deletion leaves no tombstone',
    find: `  execute format('create trigger sync_note after insert or update or delete on %s`,
    replace: `  execute format('create trigger sync_note after insert or update on %s`,
  },
  {
    name: 'forgotten tombstones do not send devices back to the start',
    find: `  update public.sync_state set min_version = greatest(min_version, newest);`,
    replace: `  update public.sync_state set min_version = min_version;`,
  },
  {
    name: 'a row is read by a name that a column may have',
    find: `'select p.version, row_to_json(t.*) as row, null::json as kept from page p`,
    replace: `'select p.version, row_to_json(t) as row, null::json as kept from page p`,
  },
  {
    name: 'an edit is compared by a name that a column may have',
    find: `select g.*, to_jsonb(t.*) || sync.kept_in($4, t.id) as row from given g`,
    replace: `select g.*, to_jsonb(t) || sync.kept_in($4, t.id) as row from given g`,
  },
  {
    name: 'a table that cannot be read stops the others',
    find: `if cardinality(unread_too) = 0 then raise;`,
    replace: `if cardinality(unread_too) >= 0 then raise;`,
  },
  {
    name: 'a device that lacks a table is taken for one of another history',
    find: `if split_part(sync_push.epoch, '~', 1) is distinct from sync.epoch() then`,
    replace: `if sync_push.epoch is distinct from sync.epoch() then`,
  },
  {
    name: 'a table that can be read again is not sent',
    find: `starts_over := cardinality(unread) < cardinality(lacked);`,
    replace: `starts_over := false;`,
  },
  {
    name: 'of a table that cannot be read all rows are taken for deleted',
    find: `where k."table" <> all ($4) and (k.row is not null or k.version > $5)), '[]'),`,
    replace: `where (k.row is not null or k.version > $5)), '[]'),`,
  },
  {
    name: 'a fresh start takes away what is here of a table that cannot be read',
    find: `aside.has(id) || (isUnread && !came.has(id))`,
    replace: `aside.has(id)`,
  },
  {
    name: 'a reset keeps the epoch',
    find: `  update public.sync_state set epoch = gen_random_uuid(), version = nextval('sync.version');`,
    replace: `  update public.sync_state set version = nextval('sync.version');`,
  },
  {
    name: 'a pull does not look at the epoch',
    find: `  starts_over boolean := split_part(page.epoch, '~', 1) is distinct from here
    or`,
    replace: `  starts_over boolean := page.epoch is null
    or`,
  },
  {
    name: 'a page leaves out its last change',
    find: `'cursor', case when more then last else newest end`,
    replace: `'cursor', case when more then last + 1 else newest end`,
  },
  {
    name: 'versions are drawn without the lock',
    find: `    raise exception 'only admins can change content' using errcode = 'insufficient_privilege';
  end if;
  perform pg_advisory_xact_lock(7310264518);
  return null;`,
    replace: `    raise exception 'only admins can change content' using errcode = 'insufficient_privilege';
  end if;
  return null;`,
    // The poked row is updated once per transaction, and its first writer blocks the others too.
    and: {
      find: `    update public.sync_state set version = poke.version;`,
      replace: `    null;`,
    },
    on: 'postgres',
  },
  {
    name: 'the cursor is a time',
    find: `  next_version := nextval('sync.version');`,
    replace: `  next_version := (extract(epoch from now()) * 1000000)::bigint + nextval('sync.version') % 1000;`,
    on: 'postgres',
  },
  {
    name: 'a push writes nothing into the ledger',
    find: `  with noted as (
    insert into sync.ledger (mutation_id, user_id)
    select (m ->> 'id')::uuid, caller from jsonb_array_elements(mutations) m
    on conflict do nothing
    returning mutation_id
  )
  select array_agg(n.mutation_id) into claimed from noted n;`,
    replace: `  select array_agg((m ->> 'id')::uuid) into claimed from jsonb_array_elements(mutations) m
  where not exists (select from sync.ledger l where l.mutation_id = (m ->> 'id')::uuid);`,
  },
  {
    name: 'a refused edit takes those along that were applied with it',
    find: `    return sync.settle(run[:half]) || sync.settle(run[half + 1:]);`,
    replace: `    return (select jsonb_agg(sync.refusal((m ->> 'id')::uuid, why)) from unnest(run) m);`,
  },
  {
    name: 'of several edits of one row in a push one is applied',
    find: `  if cardinality(changes) <> (select count(distinct (c ->> 'id')::uuid) from unnest(changes) c) then`,
    replace: `  if false then`,
  },
  // Drafts, and what is published later.
  {
    name: 'the end of a draft is told to everybody',
    find: `shown_version = case when c.is_shown or excluded.is_shown then excluded.version else c.shown_version end;
  if shown or was_shown then`,
    replace: `shown_version = excluded.version;
  if shown or was_shown then`,
  },
  {
    name: 'a draft is told to everybody as a row that is gone',
    find: `case when shown then next_version end, case when not shown then since end)`,
    replace: `next_version, case when not shown then since end)`,
  },
  {
    name: 'nobody has it written down that a time has come',
    find: `    if (page.output.due) release();`,
    replace: `    if (page.output.due) void release;`,
  },
  {
    name: 'a row whose time has come is not looked at, because nothing in it has changed',
    find: `if tg_op = 'UPDATE' and new *= old and coalesce(held.due_at > now(), true) then`,
    replace: `if tg_op = 'UPDATE' and new *= old then`,
  },
  {
    name: 'a clock that jumps back hides what was shown',
    find: `shown := since is not null and (since <= now() or was_shown and since is not distinct from since_before);`,
    replace: `shown := since is not null and since <= now();`,
  },
  {
    name: 'a reference to a draft is told to everybody',
    find: `    new := jsonb_populate_record(new, jsonb_build_object(tg_argv[0], null));`,
    replace: ``,
  },
  {
    name: 'a reference to a row stays kept when the row is shown',
    find: `    perform sync.move_references(tg_table_name, changed, shown);`,
    replace: ``,
  },
  {
    name: 'what belongs to a row stays hidden when the row is shown',
    find: `    perform sync.show_with(tg_table_name, changed, shown);`,
    replace: ``,
  },
  {
    name: 'admins are not told of a reference that is kept',
    find: `create trigger note_kept after insert or update or delete on sync.kept_reference`,
    replace: `create trigger note_kept after update on sync.kept_reference`,
  },
  {
    name: 'what only admins may see stays when its reader signs out',
    find: `      if (!mayStay) await dropWithheld(database);`,
    replace: `      void mayStay;`,
  },
  {
    name: 'what only admins may see stays with an account that signs in and is none any more',
    find: `account?.userId === to.account?.userId && to.account?.isAdmin;`,
    replace: `account?.userId === to.account?.userId;`,
  },
  {
    name: 'what only admins may see stays with who has lost the right',
    find: `          if (!isAdmin) await dropWithheld(database);`,
    replace: ``,
  },
  {
    name: 'the id of a draft stays in a row when its reader signs out',
    find: `  return { ...row, ...Object.fromEntries(withheld.map((column) => [column, null])) };`,
    replace: `  return row;`,
  },
  {
    name: 'what is dropped with a sign-out does not come again',
    find: `  if (hasDropped) await askAnew(database);`,
    replace: ``,
  },
  {
    name: 'what an admin has asked for is kept after the sign-out',
    find: `  if (catchUp.changes.some(({ withheld }) => withheld) && !(await isForReader(database, catchUp)))
    return { outcome: 'stale', position: held };`,
    replace: ``,
  },
  {
    name: 'what only admins may see is not marked on the device',
    find: `  return withheld ? { withheld } : {};`,
    replace: `  return {};`,
  },
  // Files.
  {
    name: 'a file is not kept with the edit that names it',
    find: `await files.bulkPut(given.map((file) => ({ ...file, at: made.at })));`,
    replace: ``,
  },
  {
    name: 'an edit is sent before its file',
    find: `return nextOf(all, account, now).filter((mutation) => !waits(mutation));`,
    replace: `return nextOf(all, account, now).filter((mutation) => !waits(mutation) || mutation.id !== '');`,
  },
  {
    name: 'an edit goes before an earlier one of its row that waits for a file',
    find: `touchedBy(change).some((it) => touched.has(it)) ||`,
    replace: ``,
  },
  {
    name: 'an edit goes before the one that makes the row which it refers to',
    find: `referredBy(database, change).some((it) => made.has(it)) ||`,
    replace: ``,
  },
  {
    name: 'a file is forgotten before the server has it',
    find: `const failure = await storeFile(file, signal, keep).then(() => null, toFailure);`,
    replace: `await fileIsStored(database, name); const failure = await storeFile(file, signal, keep).then(() => null, toFailure);`,
  },
  {
    name: 'a file that another device has stored is refused',
    find: `if (failure.code !== '409') throw failure;`,
    replace: `throw failure;`,
  },
  {
    name: 'a file behind a held edit is looked for by nobody',
    find: `if (lacksFileParts) loading = startFiles(); else files?.wanted();`,
    replace: `if (lacksFileParts) loading = startFiles();`,
  },
  {
    name: 'a refused file is sent again and again',
    find: `await fileIsRefused(database, name, failure, clock(), epoch);`,
    replace: ``,
  },
  {
    name: 'an edit whose picture found no bucket is not sent again once there is one',
    find: `return /^(42703|42P01|file 404)$/.test(code ?? '');`,
    replace: `return /^(42703|42P01)$/.test(code ?? '');`,
  },
  {
    name: 'an edit that the server has not heard of is sent again under another id',
    find: `if (isUnheard(one)) return one.id;`,
    replace: ``,
  },
  {
    name: 'each device retries an edit by itself under an id of its own',
    find: `byItself ? uuidAfter(one.id) : uuid()`,
    replace: `uuid()`,
  },
  {
    name: 'a file goes although another edit names it',
    find: `here.flatMap((file) => (file === undefined || named.has(file.name) ? [] : [file]));`,
    replace: `here.flatMap((file) => file ?? []);`,
  },
  {
    name: 'a file stays when its edit is discarded',
    find: `const files = await dropFiles(database, named); return { waiting:`,
    replace: `const files: StoredFile[] = []; void named; return { waiting:`,
  },
  {
    name: 'a file stays when its edit names another one',
    find: `await dropFiles(database, filesNamedBy(database, [earlier]));`,
    replace: ``,
  },
  {
    name: 'an export leaves the files of its edits behind',
    find: `await database.files.bulkPut(files.filter(({ name }) => wanted.has(name)));`,
    replace: ``,
  },
  {
    name: 'a part begins where the device thinks that the server is',
    find: `body: bytes.slice(offset, offset + partBytes),`,
    replace: `body: bytes.slice(offset - (offset % partBytes), offset - (offset % partBytes) + partBytes),`,
  },
  {
    name: 'a part whose answer is lost counts as stored',
    find: `ask: (question) => request(quiet, { ...question, token }, signal, EDITS_ANSWERED_MS),`,
    replace: `ask: (question) => request(quiet, { ...question, token }, signal, EDITS_ANSWERED_MS).catch(async (error) => {
      if (question.method !== 'PATCH' || signal.aborted) throw error;
      const reached = Number(question.headers?.['upload-offset']) + (question.body as ArrayBuffer).byteLength;
      return { status: 204, text: '', headers: new Headers({ 'upload-offset': String(reached) }), retryAfterMs: null };
    }),`,
  },
  {
    name: 'a file is there because the server has every byte',
    find: `if (upload === undefined || offset === null || offset >= size) {`,
    replace: `if (offset === size) return true; if (upload === undefined || offset === null) {`,
  },
  {
    name: 'an upload that is gone is asked for ever',
    find: `return isSuccess(reply) ? offsetIn(reply) : null;`,
    replace: `if (!isSuccess(reply)) throw new Failure('unreachable', String(reply.status), 'gone'); return offsetIn(reply);`,
  },
  {
    name: 'any conflict of a part says that the file is there',
    find: `const now: number | null = hasAskedAgain ? null : await reached(upload);`,
    replace: `return true; const now: number | null = hasAskedAgain ? null : await reached(upload);`,
  },
  {
    name: 'a part that is refused counts as stored',
    find: `if (reply.status !== 404 && reply.status !== 410) return false;`,
    replace: `if (reply.status !== 404 && reply.status !== 410) return true;`,
  },
  // A slow line, and a clock that is set.
  {
    name: 'a batch that took too long is sent again as it was',
    find: `if (isTooSlow) pace.tooMuch(batch.length);`,
    replace: ``,
  },
  {
    name: 'nothing is read while edits take too long',
    find: `case 'timed out':`,
    replace: `stopped = pushed.failure; break; case 'timed out': throw pushed.failure;`,
  },
  {
    name: 'the end of a hold is not waited for again where the clock was set back',
    find: `if (held.every((mutation) => isHeld(mutation, now()))) waitForEnd(held); else listener('edits');`,
    replace: `listener('edits');`,
  },
];
