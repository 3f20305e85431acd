/** What the pictured site has: the sample content, none, one item of each kind, very many, and very long words. */

/** Rows of one insert get times of their own, so that they stand in the same order each time. */
const at = "timestamptz '2026-11-01' + i * interval '1 minute'";

/** SQL that makes each of them of the sample content. */
export const contents: Readonly<Record<string, string>> = {
  seed: '',
  nothing:
    'truncate projects, commentaries, ai_tools, friends, current_listening, learnings, resources cascade',
  one: `delete from projects where slug is distinct from 'fieldnotes'; delete from commentaries where id <> (select id from commentaries limit 1);
    delete from ai_tools where id <> (select id from ai_tools limit 1); delete from friends where id <> (select id from friends limit 1);
    delete from learnings where title not like 'Chunk for%'; delete from resources where id <> (select id from resources limit 1)`,
  forty: `insert into projects (title, description, status, created_at) select 'Project number ' || i, 'One of forty.', (array['idea','in-progress','donezo','done'])[1 + i % 4], ${at} from generate_series(1, 40) i;
    insert into learnings (title, description, created_at) select 'Learning number ' || i, 'One of forty.', ${at} from generate_series(1, 40) i;
    insert into resources (title, description, tags, created_at) select 'Resource number ' || i, 'One of forty.', 'tag' || i, ${at} from generate_series(1, 40) i;
    insert into ai_tools (name, tag, bio, created_at) select 'Tool ' || i, 'tag ' || i, 'One of forty.', ${at} from generate_series(1, 40) i;
    insert into commentaries (title, content, created_at) select 'Commentary ' || i, 'One of forty.', ${at} from generate_series(1, 40) i`,
  long: `update projects set title = repeat('Donaudampfschifffahrt', 6), description = repeat('ohne', 60);
    update projects set slug = 'fieldnotes' where id = (select id from projects limit 1);
    update learnings set title = repeat('Rindfleischetikettierung', 5), description = repeat('ohne', 60), tags = array[repeat('tag', 30)];
    update resources set title = repeat('Rindfleischetikettierung', 5), description = repeat('ohne', 60), "Source" = repeat('quelle', 20), tags = repeat('tag', 30);
    update ai_tools set name = repeat('Werkzeug', 12), bio = repeat('ohne', 60), tag = repeat('tag', 30);
    update commentaries set title = repeat('Kommentar', 15), content = repeat('ohne', 200)`,
};
