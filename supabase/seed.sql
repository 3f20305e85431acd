-- What a new Fieldnotes starts with: one owner's projects, learnings, resources, tools and music.
-- The tools, links, papers, songs and technical claims are real; the owner's projects and friends are
-- made up. Ids are fixed and every insert skips what is there already, so it may be run again.
-- The pictures are files of the site, in public/pictures.

-- Projects

insert into public.projects (id, title, description, details, image_url, status, slug, created_at) values
  ('e599c1d0-04ec-4ba7-b3db-6d554e0e8727',
   'Fieldnotes',
   'The site you are reading. It keeps its whole content on your device, so it opens on a train, and it syncs with Supabase when there is a network to sync with.',
   $html$<p>I wanted one place for what I learn, and I wanted it to open in a tunnel. Everything you see here is read from a copy in your browser's IndexedDB. The network is only used to keep that copy honest.</p>
<h2>How it works</h2>
<ul>
<li><strong>Mirror.</strong> A local copy of every row, stored with <a href="https://dexie.org">Dexie</a>. Screens read the mirror and nothing else.</li>
<li><strong>Outbox.</strong> An edit changes the mirror and queues itself in the same transaction. If the tab dies a millisecond later, the edit is still there tomorrow.</li>
<li><strong>Pull.</strong> One Postgres function returns everything after a version number, including what was deleted.</li>
<li><strong>Poke.</strong> Realtime only says that there is something to fetch. It never carries content, so a lost message costs a few seconds and never data.</li>
</ul>
<h2>The part I got wrong first</h2>
<p>My first design asked for rows <code>where updated_at &gt; last_seen</code>. A transaction that started early and committed late slips behind that cursor and is never seen again. The repair is dull: make version order equal commit order, with a lock taken before any row is touched.</p>
<pre><code>select version, table_name, row_id
from sync.change
where version &gt; $1
order by version
limit $2;</code></pre>
<blockquote><p>A sync engine is a promise with a retry loop around it.</p></blockquote>
<h2>What is left</h2>
<p>The board below is the real one. If a card has sat in To Do for a season, assume I am avoiding it.</p>$html$,
   '/pictures/projects/fieldnotes.svg', 'in-progress', 'fieldnotes', '2026-03-02 08:15:00+00'),
  ('e3661b8b-b0e1-439b-b246-4d7b9cab712a',
   'Ask My Notes',
   'Questions to eleven years of Markdown, answered with links to the paragraphs that said so, and with a plain ''not in your notes'' when nothing did.',
   $html$<p>I have written notes since before I had opinions. Search by word finds the note in which I used that word, which is seldom the note I need. This is retrieval-augmented generation at its plainest: <a href="https://github.com/pgvector/pgvector">pgvector</a> for the vectors, Postgres full-text search for names and error codes, and a model that may only answer from what was found.</p>
<h2>The pipeline</h2>
<ol>
<li>Split each note at its headings. Long sections are split again at paragraphs, never inside a code block.</li>
<li>Put the note's title and heading path in front of every chunk before embedding it, so that 'it failed again' still knows what failed.</li>
<li>Search twice, by vector and by word, and merge the two lists by reciprocal rank.</li>
<li>Hand the model a few chunks with ids and ask for an answer that cites them. An answer that cites an id I never sent is thrown away.</li>
</ol>
<h3>The query that does the work</h3>
<pre><code>select id, heading_path, body
from chunk
order by embedding &lt;=&gt; $1
limit 20;</code></pre>
<p>The operator <code>&lt;=&gt;</code> is cosine distance. Smaller is closer, which I have managed to sort the wrong way round twice.</p>
<h2>The rule that made it useful</h2>
<p>It has to be able to say no. A notebook that always has an answer is a horoscope.</p>$html$,
   '/pictures/projects/ask-my-notes.svg', 'in-progress', 'ask-my-notes', '2025-09-14 17:40:00+00'),
  ('194080f7-b7b9-4f86-9da2-3dc2dfb111ca',
   'Minutes That Stay in the Room',
   'Meeting notes made on the laptop in the middle of the table. Whisper transcribes, a local model summarises, and the recording never leaves the room.',
   $html$<p>Our housing co-op meets on the first Monday. Nobody likes taking minutes and nobody likes the idea of uploading the neighbours. So: <a href="https://github.com/openai/whisper">Whisper</a> for the words, a small model through <a href="https://ollama.com">Ollama</a> for the summary, and the Wi-Fi switched off as a matter of politeness.</p>
<h2>What it does</h2>
<ul>
<li>Cuts silence out first with a voice activity detector. Whisper, given silence, sometimes invents polite sentences to fill it.</li>
<li>Transcribes in chunks, with our street names in the prompt so that they come out spelled right.</li>
<li>Pulls out three lists only: decisions, who does what, open questions.</li>
<li>Prints each item with a timestamp, so that a disagreement takes ten seconds to settle.</li>
</ul>
<h2>What it does not do</h2>
<p>It does not know who is speaking. Whisper alone has no speaker labels, and I decided that minutes without names are kinder anyway.</p>
<blockquote><p>Best review so far: 'It left out what I said about the bins.' It did. So did everyone.</p></blockquote>$html$,
   '/pictures/projects/minutes.svg', 'donezo', null, '2025-04-06 19:05:00+00'),
  ('f0cdb765-fae0-4106-b084-02b211a567f9',
   'Prompt Ledger',
   'A small proxy that writes down what every model call cost and which job it belonged to. It turned ''AI is expensive'' into four rows I could fix.',
   $html$<p>The invoice tells you the month. I wanted to know the <em>job</em>: what does one finished summary cost, counting the retries and the tool calls and the one time it read the same PDF three times?</p>
<h2>What one row holds</h2>
<ul>
<li><code>job_id</code>, so that twelve calls add up to one thing somebody asked for</li>
<li>model, input tokens, output tokens, cached input tokens</li>
<li>price per token <em>at that moment</em>, copied into the row, because price lists change and history should not</li>
<li>outcome: accepted, retried, thrown away</li>
</ul>
<h2>What it taught me</h2>
<p>Output tokens cost several times as much as input tokens on most price lists, and yet my bill was mostly input: the same long instructions, sent over and over. Moving everything that changes to the end of the prompt, so that the start could be cached, did more than switching models.</p>
<pre><code>select kind,
  sum(cost) / nullif(count(distinct job_id) filter (where outcome = 'accepted'), 0) as per_accepted_job
from call
group by kind
order by 2 desc nulls first;</code></pre>
<p>The <code>nullif</code> is there for the week in which nothing was accepted. The project is donezo, and so was that week.</p>$html$,
   '/pictures/projects/prompt-ledger.svg', 'donezo', 'prompt-ledger', '2025-11-21 21:30:00+00'),
  ('9925cb2a-74f1-46b1-9502-caa2fc949737',
   'Evals for the Impatient',
   'A folder of real failures, a script, and a table in the terminal. The smallest test bench that still stops me from shipping a prompt because it felt nice.',
   $html$<p>I kept changing prompts on a hunch and believing the first good answer. This is the cure I could keep up: one folder per task, one file per case, one command.</p>
<h2>A case is a file</h2>
<pre><code>{
  "input": "Moved the meeting to the 31st of June",
  "must": ["flags the date as impossible"],
  "must_not": ["invents another date"]
}</code></pre>
<h2>Three kinds of check, cheapest first</h2>
<ol>
<li><strong>Code.</strong> Does it parse, is the number right, is the id one we know? Free and never moody.</li>
<li><strong>A model as judge</strong>, one yes-or-no question at a time, after I have marked enough cases by hand to see whether we agree. See <a href="https://arxiv.org/abs/2306.05685">Judging LLM-as-a-Judge</a> for the ways a judge goes wrong.</li>
<li><strong>Me</strong>, reading ten outputs on a Friday. Still the one that finds the new kinds of failure.</li>
</ol>
<p>Every case runs several times. A case that passes four times out of five is written down as four out of five, and not as passing.</p>$html$,
   '/pictures/projects/evals.svg', 'done', null, '2025-06-18 10:20:00+00'),
  ('53447e04-b78a-45da-9e74-478fe0a0e7b2',
   'Tool Shed',
   'An MCP server for the boring machines at home: the router, the heat pump, the backup disk. Read-only until it has earned more.',
   $html$<p>The <a href="https://modelcontextprotocol.io">Model Context Protocol</a> is an agreed way for an assistant to find out what it may call. Mine may call six things, and five of them only look.</p>
<h2>Rules of the shed</h2>
<ul>
<li>A tool does one thing and says in its description when <em>not</em> to use it.</li>
<li>Anything that changes the world prints what it would do and waits for a human to type <code>yes</code>.</li>
<li>Errors are written for the model to read: what was wrong, and what a right call looks like.</li>
<li>No tool that reads mail shares a session with a tool that sends it.</li>
</ul>
<h3>The six</h3>
<p><code>list_devices</code>, <code>backup_age</code>, <code>heat_pump_status</code>, <code>disk_health</code>, <code>last_reboots</code>, and the only one with teeth, <code>restart_router</code>.</p>
<blockquote><p>'Your backup is nineteen days old' is not an intelligent sentence. It is the most useful one this thing has said.</p></blockquote>$html$,
   null, 'in-progress', null, '2026-01-19 20:10:00+00'),
  ('2ea3e74a-5a88-4997-93b4-ef084d9f882a',
   'A Small Machine That Reads the City Council Agenda Every Other Tuesday So That I Only Have to Turn Up for the Items That Would Actually Change My Street',
   'Two hundred pages of PDF, twice a month. I would like three lines of it: what, where, and when I may speak.',
   $html$<p>Public does not mean readable. The agenda is published in time; I just never get to page 143, where the bus stop moves.</p>
<h2>Sketch</h2>
<ol>
<li>Fetch the PDF and keep it, with its hash, because agendas get 'corrected'.</li>
<li>Extract text page by page. Scanned appendices need OCR, and that is most of the work.</li>
<li>Ask for structured output per item: address, kind of change, deadline, page number.</li>
<li>Geocode the address and keep what lies within a fifteen-minute walk.</li>
</ol>
<h2>Why it is still an idea</h2>
<p>The failure I fear is a quiet miss. A summary with a wrong item wastes an evening; a summary without the right one costs the bus stop. So the first thing to build is a set of old agendas, marked by hand, to find out how often it misses.</p>$html$,
   '/pictures/projects/council-agenda.svg', 'idea', 'council-agenda', '2026-08-11 06:50:00+00'),
  ('86119b5b-e560-4daa-9d40-8c4ac6795b95',
   'The Six O''Clock Birds',
   'A microphone on the balcony, BirdNET on a Raspberry Pi, and a postcard every Sunday that says who sang first. No cloud, no app, no leaderboard.',
   null,
   null, 'idea', null, '2026-10-04 05:58:00+00'),
  ('d3a3eaee-7d0c-4703-bafd-762687fa7e14',
   'Commit Parrot',
   'Read the diff, wrote the commit message. Retired after a year, with honours, for a reason I did not expect.',
   $html$<p>It worked. <code>git diff --staged</code> went in, a tidy message in the imperative came out, and it described the change correctly nearly every time.</p>
<h2>Why I stopped</h2>
<p>A diff shows <em>what</em> changed. A commit message is for <em>why</em>, and the why was never in the diff. My log became perfectly accurate and completely useless, like a diary that only records what I wore.</p>
<h2>What I kept</h2>
<p>The reverse still runs as a hook: I write the message, and the parrot asks one question if the diff does something that my message does not mention. It catches the stray debug line about once a week.</p>
<pre><code>#!/bin/sh
# .git/hooks/commit-msg
git diff --staged | parrot ask --message-file "$1"</code></pre>$html$,
   null, 'done', 'commit-parrot', '2025-02-09 13:00:00+00'),
  ('bc05c519-7a3d-4424-89f5-bfc51bc57090',
   'Grandmother''s Recipes, Normalised',
   'A hundred and twelve index cards, photographed, transcribed and converted from ''a coffee cup of flour'' to grams, with the original always beside it.',
   $html$<p>A vision model reads the photograph of a card; I read the card too; where we differ, the card wins. The output is checked against a schema that knows there is no such thing as <code>2 cup salt</code>.</p>
<h2>The schema did the heavy lifting</h2>
<ul>
<li><code>quantity</code> may be null. Without that, the model filled every gap with a confident number.</li>
<li><code>as_written</code> is required, so that nothing is ever lost to tidiness.</li>
<li><code>unsure_about</code> is a list, and a card with anything in it goes to a human. The human is my aunt.</li>
</ul>
<p>My aunt's correction rate is the best eval I have ever had. Her review notes are also the only ones that ever came with cake.</p>$html$,
   '/pictures/projects/recipes.svg', 'donezo', null, '2025-12-28 15:25:00+00')
on conflict (id) do nothing;

-- Their boards. The seven cards in Fieldnotes' To Do are more than a column shows at once.

insert into public.tasks (id, project_id, content, status, position) values
  ('c720bf06-1fda-41bf-ac28-0e5a9953fb59', 'e599c1d0-04ec-4ba7-b3db-6d554e0e8727', 'Read every screen from the local mirror', 'done', 0),
  ('58e958a3-1516-46fc-908c-9dad4cbad6bc', 'e599c1d0-04ec-4ba7-b3db-6d554e0e8727', 'Queue edits made offline and send them later', 'done', 1),
  ('964c5313-0280-439f-978e-e7b6151f7623', 'e599c1d0-04ec-4ba7-b3db-6d554e0e8727', 'Let the database insist that only one track is current', 'done', 2),
  ('1acbb3b3-2111-431d-8fba-3ab32ee69481', 'e599c1d0-04ec-4ba7-b3db-6d554e0e8727', 'Search across everything without asking the server', 'in-progress', 3),
  ('01ac5689-3d60-460e-b674-cbd2d967f210', 'e599c1d0-04ec-4ba7-b3db-6d554e0e8727', 'RSS feed for learnings', 'todo', 4),
  ('b38c489f-0c58-43ac-ac0e-3c06f6646ec7', 'e599c1d0-04ec-4ba7-b3db-6d554e0e8727', 'Keep rejected edits, with the reason, until I decide', 'done', 5),
  ('4b1335c8-c817-4008-ac47-b411d6bbce64', 'e599c1d0-04ec-4ba7-b3db-6d554e0e8727', 'Bake the latest content into the build for the very first visit', 'todo', 6),
  ('ad69457e-b416-4e23-b042-6d8b37af5e5e', 'e599c1d0-04ec-4ba7-b3db-6d554e0e8727', 'Write the page that explains sync to a person who does not care about sync', 'in-progress', 7),
  ('f1e141fc-1467-4cdf-a51e-08900356866d', 'e599c1d0-04ec-4ba7-b3db-6d554e0e8727', 'Print stylesheet that does not waste a page on the sidebar', 'todo', 8),
  ('abe01561-c86c-4a75-8d55-6dcad8e407d9', 'e599c1d0-04ec-4ba7-b3db-6d554e0e8727', 'Show which learnings link to a project from the board', 'todo', 9),
  ('1ceb775e-f4c4-49df-a0f8-fef3dd12f0dc', 'e599c1d0-04ec-4ba7-b3db-6d554e0e8727', 'Dark mode that was designed and not just inverted', 'done', 10),
  ('7879d11b-6320-44d9-ad1f-440f6f830fbe', 'e599c1d0-04ec-4ba7-b3db-6d554e0e8727', 'Try the site for a week on a five-year-old phone', 'todo', 11),
  ('3fa4cdd4-cb97-44d3-bfb8-d9cfcfb23467', 'e599c1d0-04ec-4ba7-b3db-6d554e0e8727', 'Alt text for every picture, written by me and not by a model', 'todo', 12),
  ('ea464377-a695-49e0-b6cd-36dae5f4ab43', 'e599c1d0-04ec-4ba7-b3db-6d554e0e8727', 'Test two tabs, one admin and a very bad connection', 'in-progress', 13),
  ('f1127f5f-ec27-498e-b530-4f3337b74bd8', 'e599c1d0-04ec-4ba7-b3db-6d554e0e8727', 'Wire up the contact form, or admit that I never will', 'todo', 14),
  ('627fd4bb-2e86-444e-a64d-de9cca2bd80f', 'e3661b8b-b0e1-439b-b246-4d7b9cab712a', 'Split notes at headings, keep code blocks whole', 'done', 0),
  ('e90c438c-e250-4a52-8f3b-eb990cde236f', 'e3661b8b-b0e1-439b-b246-4d7b9cab712a', 'Merge vector and word search by reciprocal rank', 'done', 1),
  ('93338d50-b574-4606-89f9-561582349d09', 'e3661b8b-b0e1-439b-b246-4d7b9cab712a', 'Refuse to answer when nothing relevant was found', 'in-progress', 2),
  ('2e86dccf-038f-4ca6-a002-cd29c59305c0', 'e3661b8b-b0e1-439b-b246-4d7b9cab712a', 'Reindex only the notes that changed', 'todo', 3),
  ('6b655724-55db-4274-91a1-150e49f45d4b', 'e3661b8b-b0e1-439b-b246-4d7b9cab712a', 'Thirty questions with known answers, half of them unanswerable', 'in-progress', 4),
  ('680b9233-edd9-4faf-9fc9-0667a6625293', 'e3661b8b-b0e1-439b-b246-4d7b9cab712a', 'Try a reranker and see whether it earns its latency', 'todo', 5),
  ('78116609-1bff-497b-9699-b7aa8e7d810b', 'e3661b8b-b0e1-439b-b246-4d7b9cab712a', 'Follow links between notes one step', 'todo', 6),
  ('cd4ce376-9376-493f-abd2-c60d98a28f66', 'e3661b8b-b0e1-439b-b246-4d7b9cab712a', 'Throw away citations to chunks that were never sent', 'done', 7),
  ('7bb2ddb0-934e-4311-b08b-34ae4c26649d', '194080f7-b7b9-4f86-9da2-3dc2dfb111ca', 'Cut silence before transcribing', 'done', 0),
  ('cc1ee6a8-c9ba-47b9-a2f5-700deca80418', '194080f7-b7b9-4f86-9da2-3dc2dfb111ca', 'Put street names in the Whisper prompt', 'done', 1),
  ('664dc965-72a8-425a-b59c-3c5d5c5c9f8c', '194080f7-b7b9-4f86-9da2-3dc2dfb111ca', 'Timestamps on every decision', 'done', 2),
  ('6ff56a99-2c4b-477d-b181-c901a8a644f7', '194080f7-b7b9-4f86-9da2-3dc2dfb111ca', 'Delete the recording once the minutes are approved', 'done', 3),
  ('78c9909c-30bd-4cc5-bbe4-7f278aca2638', 'f0cdb765-fae0-4106-b084-02b211a567f9', 'Count cached input separately', 'done', 0),
  ('259611e8-7af6-4354-a1c1-61f85db89b17', 'f0cdb765-fae0-4106-b084-02b211a567f9', 'Copy the price into the row', 'done', 1),
  ('d3d6c1ae-eb4c-4d6d-832c-2989b18094f6', 'f0cdb765-fae0-4106-b084-02b211a567f9', 'Cost per accepted job, not per call', 'done', 2),
  ('cc643755-66f4-457d-9e68-eee528293224', 'f0cdb765-fae0-4106-b084-02b211a567f9', 'Survive a week in which nothing was accepted', 'done', 3),
  ('332fa495-879b-4b1d-9706-24d0ee587324', '53447e04-b78a-45da-9e74-478fe0a0e7b2', 'Read-only tools for backup, disks and heat pump', 'done', 0),
  ('ea398e26-b045-4b71-96fb-c8bcb677c9e5', '53447e04-b78a-45da-9e74-478fe0a0e7b2', 'Ask for a typed yes before restarting the router', 'in-progress', 1),
  ('faa2dc17-f018-45a2-bec6-799e1fe6879a', '53447e04-b78a-45da-9e74-478fe0a0e7b2', 'Log every call with its arguments', 'todo', 2),
  ('7c9f925f-432e-449a-aeb3-955a9d1a25d8', '53447e04-b78a-45da-9e74-478fe0a0e7b2', 'Rewrite the error messages for a reader that is a model', 'todo', 3),
  ('ad22f39a-5945-4718-9e3a-47e86c345dc7', '53447e04-b78a-45da-9e74-478fe0a0e7b2', 'Make a tool that is switched off truly absent', 'todo', 4),
  ('48c9037d-cc0f-476e-ae07-a6e484fc7082', '2ea3e74a-5a88-4997-93b4-ef084d9f882a', 'Collect two years of old agendas', 'todo', 0),
  ('446f6646-1263-41a0-9bc8-82fc446a60d4', '2ea3e74a-5a88-4997-93b4-ef084d9f882a', 'Mark by hand the items that mattered', 'todo', 1),
  ('f0f13272-9081-46b4-a290-89f2d3afb9af', '2ea3e74a-5a88-4997-93b4-ef084d9f882a', 'Measure misses before writing any summary prompt', 'todo', 2),
  ('56910519-b0eb-4095-b3c5-2879f6c65af8', '9925cb2a-74f1-46b1-9502-caa2fc949737', 'Run each case five times', 'done', 0),
  ('dba9baf2-5587-4ed4-9b1d-9af7b8de93a2', '9925cb2a-74f1-46b1-9502-caa2fc949737', 'Print only what changed since the last run', 'done', 1),
  ('9fc50247-1593-413f-bb3d-fd0e77e64d43', '9925cb2a-74f1-46b1-9502-caa2fc949737', 'Compare the judge with my own marks', 'done', 2),
  ('b475a7f6-8c43-43c3-ad54-17a4c4e86e7d', 'bc05c519-7a3d-4424-89f5-bfc51bc57090', 'Photograph the cards in daylight', 'done', 0),
  ('2e99f788-3151-4e20-a2d4-a7990341f4d6', 'bc05c519-7a3d-4424-89f5-bfc51bc57090', 'Allow null quantities', 'done', 1),
  ('aa749f32-8da5-4216-9ffa-9c60e729377f', 'bc05c519-7a3d-4424-89f5-bfc51bc57090', 'Send the doubtful cards to my aunt', 'done', 2)
on conflict (id) do nothing;

-- Commentaries

insert into public.commentaries (id, title, content, image_url, created_at) values
  ('61874a95-7b8b-49ad-9acc-5139bc0d4f12',
   'The demo is the cheap part',
   $text$It took me an evening to make the first version answer one question well. It took the rest of the autumn to find out which questions it answered badly while sounding exactly the same.

I now budget the other way round. If the demo takes a day, I put three weeks in the calendar and call them 'finding out'.$text$,
   '/pictures/commentaries/demo.svg', '2025-03-16 09:12:00+00'),
  ('293678b4-477f-468f-9744-c91c013ef681',
   'I asked it to be brief',
   $text$It agreed. It thanked me for the feedback. It explained, in two paragraphs, why brevity matters, and closed with a summary of both.

What worked in the end: an example of an answer of the length I wanted. Models are better at copying than at obeying, and I have met people like that.$text$,
   null, '2025-05-27 18:44:00+00'),
  ('1981e640-b4d4-41d1-9c0f-449120c77721',
   'In praise of the boring column',
   $text$Every time I reach for a clever store, I end up with a Postgres table that has a text column, a timestamp and an index. The vectors live there too now. So does the queue.

Boring is a feature you only notice at three in the morning, by not being awake.$text$,
   '/pictures/commentaries/boring-column.svg', '2025-08-30 07:05:00+00'),
  ('f19fa082-e56c-4972-9671-242924f9b020',
   'My rubber duck has opinions now',
   $text$The old duck sat there while I explained the bug, and halfway through I would see it. The new duck interrupts at sentence two with a patch.

The patch is often right. But I have started to explain things to the old duck first, because the point was the explaining.$text$,
   '/pictures/commentaries/duck.svg', '2025-12-02 12:31:00+00'),
  ('634447c9-2c9b-4a9b-8826-ec4e6c749d0c',
   'On saying ''the model thinks''',
   $text$I say it too. It is shorter than 'the model produces tokens that, read by me, resemble the record of someone thinking'. Sailors call the ship 'she' and still know where the engine is.

The word does harm in one place only: in the incident report. There I write what was sent, what came back, and who decided to act on it. The last one is always a person.$text$,
   null, '2026-02-13 16:20:00+00'),
  ('dcf4f563-9212-4e74-9904-40112225912d',
   'A week without autocomplete',
   $text$Monday was slow and a little embarrassing. On Wednesday I remembered the argument order of reduce() unaided and felt like a blacksmith.

By Friday I had written less code, and deleted less of it. I switched it back on. I also switched on a rule: the first hour on a new problem is mine, with paper.$text$,
   '/pictures/commentaries/paper-hour.svg', '2026-06-21 08:40:00+00'),
  ('dd9312ba-7e3a-4c81-aa07-ae2b53bf780f',
   'Vibes are a unit of measurement',
   $text$They are a fine instrument for the first ten outputs and a terrible one for the next thousand. I trust my gut to tell me that something is off. I do not trust it to tell me that version seven is better than version six, on a Thursday, after lunch.

So the gut writes the test cases and the script does the counting. They get along.$text$,
   null, '2026-09-29 13:55:00+00')
on conflict (id) do nothing;

-- AI tools

insert into public.ai_tools (id, name, bio, picture, hyperlink, tag, created_at) values
  ('ecd5f2c1-7458-4903-a714-7d8758628e3a', 'Claude',
   'The colleague I argue with before I write anything down. Anthropic''s assistant: patient with long documents, good at code review, and willing to tell me that my plan has a hole in step two.',
   '/pictures/tools/claude.svg', 'https://claude.ai', 'assistant', '2025-01-12 09:00:00+00'),
  ('1ee41da3-5070-4ec3-8eac-5afd1b45b793', 'NotebookLM',
   'Google''s notebook that answers from the sources I put in and shows where in them it looked. I feed it papers I have already read, to see what I missed.',
   '/pictures/tools/notebooklm.svg', 'https://notebooklm.google.com', 'assistant', '2025-03-03 11:25:00+00'),
  ('bf055799-8d96-4fdf-a6dc-6634118c3b46', 'Cursor',
   'A code editor grown from VS Code, with the model inside. I use it most for the dull half of a refactoring: one change, forty files, and I read every diff.',
   '/pictures/tools/cursor.svg', 'https://cursor.com', 'coding', '2025-02-20 14:10:00+00'),
  ('e13fb13d-4746-4fa7-8f06-1c595337d90e', 'Ollama',
   'One command and a language model runs on my own laptop, behind a small HTTP API. It is how I test an idea on private text, and how I learned what quantisation sounds like through a fan.',
   '/pictures/tools/ollama.svg', 'https://ollama.com', 'models', '2025-03-29 20:45:00+00'),
  ('148d8bd0-abc4-43e5-81aa-90cffe0874d4', 'Hugging Face',
   'The library, the workshop and the notice board. Open models, data sets, and a model card culture that I wish every vendor would copy. I read the card before I read the leaderboard.',
   '/pictures/tools/hugging-face.svg', 'https://huggingface.co', 'models', '2025-04-24 08:35:00+00'),
  ('afa4f513-6e8e-4f40-821a-752e3e2554ec', 'Whisper',
   'OpenAI''s open speech recognition model. It copes with accents, mumbling and my terrible microphone. Give it silence, though, and it may make up a sentence, so I cut the silence first.',
   '/pictures/tools/whisper.svg', 'https://github.com/openai/whisper', 'speech', '2025-04-02 16:50:00+00'),
  ('0c057d82-3c65-4d15-a493-5cfc3bfdd119', 'LangGraph',
   'Agents drawn as a graph: nodes do the work, edges decide what comes next, and the state is saved between steps, so a person can step in. I reach for it when a plain loop has grown its third flag.',
   '/pictures/tools/langgraph.svg', 'https://www.langchain.com/langgraph', 'agents', '2025-07-17 10:15:00+00'),
  ('3b1596c4-dcc4-4e83-968c-eefdd4fa00fe', 'pgvector',
   'Vector search as a Postgres extension. My embeddings sit beside the rows they describe, in one transaction and one backup. Exact search by default, with HNSW or IVFFlat indexes once there is enough to need one.',
   '/pictures/tools/pgvector.svg', 'https://github.com/pgvector/pgvector', 'database', '2025-09-09 09:40:00+00'),
  ('d1f75d15-62c2-4043-9673-bd115e452b12', 'Supabase',
   'Postgres with sign-in, realtime, storage and an API around it, open source. Row-level security is the part I came for: the rule about who may write lives next to the data.',
   '/pictures/tools/supabase.svg', 'https://supabase.com', 'database', '2026-02-26 19:20:00+00'),
  ('63ec4c4b-879b-48ef-8665-f57b30a331de', 'Dexie',
   'IndexedDB with an interface meant for people. This site lives in it: live queries redraw a screen when a row changes, and a transaction means what it says, even offline.',
   '/pictures/tools/dexie.svg', 'https://dexie.org', 'database', '2026-03-01 12:05:00+00')
on conflict (id) do nothing;

-- Friends, made up

insert into public.friends (id, name, role, avatar_url, bio, created_at) values
  ('6742e379-2271-4f97-a1c4-544c76f8a821', 'Noor', 'Retrieval engineer', '/pictures/friends/noor.svg',
   'Asks of every search result: ''and what did it not find?'' Has not lost an argument about chunk sizes since I have known her.',
   '2025-05-05 10:00:00+00'),
  ('29b065d3-fc4f-4519-82ef-741c3d674b3c', 'Tomasz', 'Interface designer', '/pictures/friends/tomasz.svg',
   'Removes one thing from every screen I show him. Usually the thing I was proudest of. Usually right.',
   '2025-07-01 15:30:00+00'),
  ('3ab350ed-79d6-4706-a6d5-5f261c31b6ba', 'Ifeoma', 'Product manager and first tester', '/pictures/friends/ifeoma.svg',
   'Types the questions that real people type, spelling and all. Half of my eval cases are hers.',
   '2025-10-19 08:22:00+00'),
  ('cae02a73-f920-4568-aaa3-7ff19162f39e', 'Wren', 'Physics teacher', null,
   'Explains attention with a classroom and twenty raised hands. Lets the students check the model''s homework.',
   '2026-04-17 17:12:00+00')
on conflict (id) do nothing;

-- Music: one track is current

insert into public.current_listening (id, title, artist, album, url, is_current, type, created_at) values
  ('6b235c11-d43a-4c4a-b340-1637350128f3', 'Harder, Better, Faster, Stronger', 'Daft Punk', 'Discovery',
   'https://open.spotify.com/track/5W3cjX2J3tjhG8zb6u0qHn', true, 'track', '2026-11-07 22:10:00+00'),
  ('3f34aeb0-b291-407e-8f52-e9d8b6676bca', 'An Ending (Ascent)', 'Brian Eno', 'Apollo: Atmospheres and Soundtracks',
   null, false, 'track', '2026-07-26 23:02:00+00'),
  ('1dcde316-2e06-481e-bef4-2aa059d07281', 'Computer Love', 'Kraftwerk', 'Computer World',
   null, false, 'track', '2025-10-31 21:00:00+00'),
  ('bc8fee37-0f7e-47c6-9a1e-44277b9a4168', 'Blue Monday', 'New Order', null,
   null, false, 'track', '2026-01-05 18:18:00+00'),
  ('9440f90e-903a-429d-ad4d-6129a451016b', 'Never Gonna Give You Up', 'Rick Astley', 'Whenever You Need Somebody',
   'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC', false, 'track', '2026-04-01 07:00:00+00')
on conflict (id) do nothing;

-- Learnings

insert into public.learnings (id, title, description, content, tags, link, project_id, rank, created_at) values
  ('700672f1-ad91-401a-b238-ce7cb6f95aad',
   'Evals before prompts',
   'Write down twenty cases that must work before you touch the wording. Otherwise you are only collecting anecdotes.',
   $text$A prompt change almost always makes something better and something else worse. Without a set of cases you see the first and ship the second.

Start small and real. Twenty inputs that people actually sent, each with a note on what a good answer must and must not contain. Read the outputs yourself before you automate anything: the categories of failure come from reading, and you cannot measure a category that you have not noticed.

Then pick the cheapest check that works. Code where code can decide: it parses, the total is right, the id exists. A model as judge only for the rest, one narrow question at a time, and compared with your own marks first. Judges have known habits. They tend to prefer longer answers, the first of two, and text that sounds like their own.

Run each case more than once. Output varies between runs, and <em>passes sometimes</em> is a different fact from <em>passes</em>.$text$,
   array['evals', 'prompting'], 'https://hamel.dev/blog/posts/evals/', '9925cb2a-74f1-46b1-9502-caa2fc949737', 1, '2025-06-22 09:30:00+00'),
  ('75d4daa9-9ace-42da-beb5-07a1245fecf7',
   'Chunk for the question, not for the token limit',
   'In retrieval, the unit you store is the unit you can find. Cut where a reader would pause, and carry the heading along.',
   $text$Fixed windows of so many tokens are easy to write and hard to live with. They cut tables in two, part a pronoun from its noun, and leave you with a chunk that says 'this is not supported' about nothing in particular.

What works better for me: split at the document's own structure (headings, then paragraphs, never inside code), and put the title and heading path in front of each chunk before embedding it. The text that you embed and the text that you show need not be the same.

Embeddings are weak on exact strings: part numbers, names, error codes. Keyword search is good at just those. Run both and merge the lists; reciprocal rank fusion takes five lines and needs no tuning to be useful.

And measure retrieval on its own. If the right chunk is not among those you fetched, no prompt will save the answer. I keep a list of questions with the chunk that should come back, and look at recall before I look at prose: [[Evals before prompts|evals first]], here too.$text$,
   array['rag', 'retrieval', 'embeddings'], 'https://arxiv.org/abs/2005.11401', 'e3661b8b-b0e1-439b-b246-4d7b9cab712a', 2, '2025-10-02 18:00:00+00'),
  ('a3877e8b-7014-42d5-831e-8cc9b8d1e089',
   'A context window is a desk, not a memory',
   'Everything the model knows about your conversation is on the desk right now. A bigger desk mostly means more paper on it.',
   $text$A language model keeps nothing between two calls. What feels like memory is an application that sends the earlier messages again, each time, and you pay for them each time too, unless a cache helps.

The window is counted in tokens, and input and output share it. Fill it to the brim with documents and you leave no room for the answer.

Having room is not the same as paying attention. Liu and colleagues found that models used facts at the beginning and end of a long input better than facts in the middle. Newer models have improved a lot on simple look-ups, but harder tasks over long input still get worse as it grows. I send less, put the question after the documents, and check whether a fact from the middle survives.

Anything that must outlive the conversation belongs in a file or a table, with a way to fetch it again.$text$,
   array['context', 'prompting'], 'https://arxiv.org/abs/2307.03172', null, 3, '2025-07-08 07:45:00+00'),
  ('8f5154f7-8e78-4f27-9ee3-0825de629231',
   'An embedding is an address',
   'A vector says where a text lives among other texts. It does not say whether the text is true, recent or an answer to anything.',
   $text$An embedding model turns text into a list of numbers such that texts used in similar ways end up close together. Closeness is usually measured by the angle between them, which is what cosine similarity is. If the vectors are normalised to length one, cosine and dot product give the same order.

Three things I had to learn twice. First, vectors from two different models cannot be compared, even when they have the same length. Changing the model means embedding everything again, so I store the model's name beside every vector.

Second, similar does not mean relevant. 'How do I cancel?' sits very near 'How do I not cancel?' and also near every other question of that shape. A reranker that reads question and passage together is slower and much better at telling them apart.

Third, approximate indexes such as HNSW trade a little recall for a lot of speed. Below some tens of thousands of rows, a plain scan is often fast enough, and it is exact.$text$,
   array['embeddings', 'retrieval'], 'https://www.sbert.net', 'e3661b8b-b0e1-439b-b246-4d7b9cab712a', 4, '2025-09-20 20:15:00+00'),
  ('30945183-bc62-4388-a46a-3a769d4b9894',
   'Temperature is not a creativity knob',
   'It reshapes the odds of the next token. Zero makes a model stubborn, not correct.',
   $text$At each step a model gives every token in its vocabulary a score. Temperature divides those scores before they become probabilities. Low values make the favourite win nearly always; high values give the outsiders a chance.

So a wrong answer at temperature zero is simply wrong in the same way every time, which is handy for debugging and no use as a safeguard. It is not even perfectly repeatable: batching and floating-point arithmetic on parallel hardware can change the result of identical requests.

If I want variety, I ask for it: five different approaches, each starting from another assumption. If I want stability, I make the task smaller and the output format strict. The knob comes last. Some newer reasoning models do not let you turn it at all.$text$,
   array['sampling', 'prompting'], null, null, 5, '2025-08-14 12:40:00+00'),
  ('500ab87e-35fb-46a5-96c5-3d16491bacf8',
   'Tool use is a loop with a guest in it',
   'The model never runs anything. It asks, your code decides, and the answer goes back as text. All the engineering is in the deciding.',
   $text$The mechanics are humble. You send a list of tools with names, descriptions and parameter schemas. The model replies with text, or with a request to call one of them. Your program runs it, or refuses, and sends the result back. Repeat until the model stops asking or you stop listening.

```ts
for (let turn = 0; turn < 8; turn++) {
  const reply = await ask(messages, tools);
  messages.push(reply);
  if (reply.calls.length === 0) break;
  // The guest asks. What happens next is up to you.
  for (const call of reply.calls) {
    messages.push(await runOrRefuse(call));
  }
}
```

Since your code is in the middle, that is where safety lives: check the arguments like any input from the internet, cap the number of turns, put a timeout on everything, and ask a person before anything that cannot be undone.

Most of my failures came from the descriptions. Two tools that sound alike get mixed up. A tool that returns 'error' teaches the model nothing; a tool that returns 'unknown date, use YYYY-MM-DD' gets a correct second call. I write tool results for a bright reader who has never seen my system.

And try without an agent first. If the steps are known in advance, a plain function that makes three model calls is cheaper, faster and easier to test.$text$,
   array['agents', 'tools'], 'https://www.anthropic.com/engineering/building-effective-agents', '53447e04-b78a-45da-9e74-478fe0a0e7b2', 6, '2026-01-25 09:50:00+00'),
  ('9f0186c2-f1b6-4c47-85b2-282705eb8844',
   'Prompt caching rewards a boring prefix',
   'Cached input is matched from the first token on. One timestamp at the top and you pay full price for everything under it.',
   $text$When many requests begin with the same text, a provider can keep the work it did for that beginning and charge much less for reading it again. The match is on an exact prefix. Change a character near the start and everything after it counts as new.

So order the prompt by how often it changes: tool definitions and instructions first, then long documents, then the conversation, and last whatever is different every time. My worst offender was a friendly line at the very top with today's date and time. Moving it to the end was the cheapest optimisation of the year.

Details differ by provider. Some cache on their own, some want you to mark where the cached part ends; there is a minimum length, entries expire, and writing to the cache may cost a little more than plain input. It pays only if the prefix comes back in time, so look at the cached-token counts in the responses. They tell you whether you were right.

Caching does not change the answer. The model sees the same tokens; somebody just did not have to compute them again.$text$,
   array['cost', 'prompting', 'caching'], 'https://platform.claude.com/docs/en/build-with-claude/prompt-caching', 'f0cdb765-fae0-4106-b084-02b211a567f9', 7, '2025-11-29 19:10:00+00'),
  ('859b45a8-8193-44ca-9dee-c4fce08b5135',
   'Structured output still needs a parser that says no',
   'A schema guarantees the shape. Whether the contents are true, possible or yours is still your job.',
   $text$There are three levels, and it helps to know which one you have. Asking nicely for JSON gets you JSON most of the time, sometimes with a cheerful sentence in front. A JSON mode gets you something that parses. Constrained decoding against a schema gets you the right fields and types, because tokens that would break the grammar are never allowed.

| You ask for      | You get                    | It can still be |
| ---------------- | -------------------------- | --------------- |
| JSON, nicely     | JSON, most of the time     | anything        |
| a JSON mode      | something that parses      | another shape   |
| a schema         | the right fields and types | untrue          |

Even then I validate, since a schema can say 'string' but cannot say 'a customer of ours'. Check that ids exist, that dates are possible, and that the parts add up to the total.

```python
def invoice_from(text: str) -> Invoice:
    invoice = Invoice.model_validate_json(text)
    if invoice.customer not in customers:
        raise ValueError("no customer of ours")
    if invoice.total != sum(invoice.amounts):
        raise ValueError("not the sum of its lines")
    return invoice
```

Leave the model a way out. If every field is required, a gap is filled with an invention, so I make fields nullable and add a list called <code>unsure_about</code>. The order of fields matters too: output is written from left to right, so a field for the reasoning belongs <strong>before</strong> the verdict. After it, it is only an excuse.

On a failed check, send the error message back once. If it fails again, stop and show a person.$text$,
   array['structured-output', 'tools'], 'https://json-schema.org', 'bc05c519-7a3d-4424-89f5-bfc51bc57090', 8, '2026-01-03 14:05:00+00'),
  ('f46ead4e-ed72-4224-b889-54d110882e7b',
   'Everything I Got Wrong About Local-First Sync Before I Understood That updated_at Is Not a Cursor, That a Delete Is a Message, and That the Outbox Is the One Thing You Must Never Lose',
   'Lessons from building this site, in the order in which they hurt.',
   $text$<strong>A timestamp is not a cursor.</strong> A transaction gets its time when it starts and becomes visible when it commits. If another one commits in between and a device pulls just then, the late row falls behind the cursor for good. Sequences have the same hole: numbers are handed out in one order and committed in another. In a stress test for this site, with eight writers holding transactions open, a cursor on <code>updated_at</code> lost almost half of the rows.

<strong>A delete is a message.</strong> A row that is gone cannot appear in a query, so something has to remember that it was there. The same goes for a row that a policy has started to hide. To a reader's device both are one thing: take it away.

<strong>The answer can get lost after the work is done.</strong> The server applies an edit, the train enters a tunnel, the device tries again. So every edit carries an id made on the device, and the server remembers which ids it has seen &amp; what it answered.

<strong>Never clear to recover.</strong> Wiping the cache looks like a fix because it often works. It also throws away the one thing that exists nowhere else: edits that have not been sent yet. Everything else on the device can be fetched again. The outbox cannot.$text$,
   array['local-first', 'sync', 'postgres'], 'https://www.inkandswitch.com/essay/local-first/', 'e599c1d0-04ec-4ba7-b3db-6d554e0e8727', 9, '2026-05-10 21:35:00+00'),
  ('adda7279-2b21-4411-be6e-fb658d86d19d',
   'Count the money per finished job',
   'Price per million tokens is the number on the poster. Cost per accepted result is the number in your life.',
   $text$A model at half the price that needs three tries is the expensive one. So I stopped counting calls and started counting jobs: everything spent, retries and tool calls and judges included, divided by results that somebody kept.

The surprises were never where I looked. Output tokens cost several times as much as input tokens on most price lists, and tokens a reasoning model spends on thinking are usually billed as output. But agents send their whole history again at every step, so the input grows roughly with the square of the number of turns. A loop that runs twenty steps costs far more than twice a loop of ten.

Write down the price in the row when the call happens. Lists change, and you will want to know what March cost in March.$text$,
   array['cost', 'agents'], null, 'f0cdb765-fae0-4106-b084-02b211a567f9', null, '2025-12-11 11:11:00+00'),
  ('6d4d4cd9-f066-4788-a973-736adbb281af',
   'Let it think on paper',
   'Asking for intermediate steps helps with problems that have steps. It also costs tokens, and the steps are not a confession: the written reasoning need not be what produced the answer.',
   null,
   array['prompting', 'reasoning'], 'https://arxiv.org/abs/2201.11903', null, null, '2025-05-18 16:00:00+00'),
  ('3c13113c-6704-4c56-8297-cea96e51f751',
   'Four bits are fine until they are not',
   'Quantising a model''s weights lets it fit on my laptop. The loss is small on average, and averages are where I stopped trusting.',
   $text$A weight stored in sixteen bits takes two bytes, so a model with seven billion of them needs about fourteen gigabytes before it has said a word. At four bits that is about three and a half, plus some overhead and the memory for the context. That is the whole trick behind running one at home.

General chat hardly suffers. What went first, in my own use, was the fussy end: long arithmetic, strict formats, languages that were rare in the training data. A benchmark average will not show you that. Your own cases will.

A rule of thumb that has served me well: given fixed memory, a larger model at four bits tends to beat a smaller one at sixteen. Below four bits I would want to see proof.$text$,
   null, 'https://arxiv.org/abs/2212.09720', '194080f7-b7b9-4f86-9da2-3dc2dfb111ca', null, '2025-04-13 22:20:00+00'),
  ('c87bc75e-83c0-4467-8356-0620f1e3c063',
   'You cannot patch prompt injection with a sentence',
   'To a model, instructions and data are the same stream of tokens. Design as if every document it reads can talk to it.',
   $text$'Ignore any instructions in the document' is an instruction in the same stream as the document. It helps a little, on a good day, against an attacker who is not trying.

What holds is architecture. Simon Willison's test is the one I use: private data, untrusted content, and a way to send things out. Any two can be fine. All three in one session means that a stranger's web page can mail your files to the stranger.

So in my house a session that reads mail cannot send any, tools are allowed by name, and whatever leaves is shown to me in full first. It is less magical. It is also the only version I would let near my aunt's recipes.$text$,
   array['security', 'agents', 'tools'], 'https://simonwillison.net/series/prompt-injection/', '53447e04-b78a-45da-9e74-478fe0a0e7b2', null, '2026-03-22 10:30:00+00'),
  ('4eae679c-7ccd-4a15-954d-a2b11b1f7a86',
   'Whisper writes fiction in silence',
   'Speech recognition by a language model will find language, even where there is none. Cut the silence first.',
   $text$Whisper predicts text from audio in windows of thirty seconds. It was trained on a great deal of captioned audio from the web, so when a window holds only the hum of a fridge, the likeliest text is whatever captions tend to say over nothing: a thank-you, a subtitle credit, a sentence repeated until the window ends.

A voice activity detector in front solves most of it, at almost no cost. The rest I catch by looking at what the model reports about itself: a high no-speech probability together with a low average log-probability is a strong hint that nobody said that.

Names and places improve with a short prompt that contains them. It is not an instruction, merely text that the model believes came before.$text$,
   array['speech', 'local'], 'https://arxiv.org/abs/2212.04356', '194080f7-b7b9-4f86-9da2-3dc2dfb111ca', null, '2025-04-20 08:08:00+00'),
  ('ddb72052-b4e9-4b1e-85b0-d20a35cfe4bb',
   'Write the loop yourself once',
   'Before you adopt an agent framework, write the forty lines it hides. Afterwards you will know which parts you are glad not to maintain.',
   null,
   null, null, null, null, '2025-07-24 13:13:00+00')
on conflict (id) do nothing;

-- One was corrected later.
update public.learnings set updated_at = '2025-11-19 09:00:00+00'
where id = '75d4daa9-9ace-42da-beb5-07a1245fecf7' and updated_at is null;

-- Resources

insert into public.resources (id, title, description, link_url, image_url, tags, type, "Source", learning_id, created_at) values
  ('2f9f8802-bcbc-4db6-aae7-7b8aca8eea7e',
   'Attention Is All You Need',
   'The paper that introduced the transformer, in 2017, for machine translation. Shorter and more readable than its reputation. I read section 3.2 with a pencil, and again a year later with a better one.',
   'https://arxiv.org/abs/1706.03762', '/pictures/resources/attention.svg',
   'transformers,papers', 'text', 'arXiv', null, '2025-01-20 07:30:00+00'),
  ('0e6bb0ca-d450-4d07-bc70-a803110e225f',
   'The Illustrated Transformer',
   'Jay Alammar draws what the paper writes. If queries, keys and values have never sat still for you, begin here and come back to the maths afterwards.',
   'https://jalammar.github.io/illustrated-transformer/', null,
   'transformers,basics', 'text', 'Jay Alammar', null, '2025-01-22 19:00:00+00'),
  ('a929c142-6f94-45a9-8c1e-407b757263bf',
   'Let''s build GPT: from scratch, in code, spelled out',
   'Two hours in which Andrej Karpathy types a small GPT and explains each line. I paused it perhaps forty times. Best evening class I have taken in my own kitchen.',
   'https://www.youtube.com/watch?v=kCc8FmEb1nY', '/pictures/resources/from-scratch.svg',
   'transformers,basics,code', 'video', 'YouTube', null, '2025-02-01 20:20:00+00'),
  ('7f2860f9-ce18-4c10-9aff-d341423b1012',
   'Neural Networks: Zero to Hero',
   'The whole course around that lecture, from backpropagation by hand to a tokenizer. Do the exercises. Watching somebody else do push-ups has a known limit.',
   'https://karpathy.ai/zero-to-hero.html', null,
   'basics,code', 'video', 'Andrej Karpathy', null, '2025-02-16 10:45:00+00'),
  ('8ab29cc6-2dbd-4b4b-a7ab-1d44870973dc',
   '3Blue1Brown on neural networks',
   'Grant Sanderson''s animated series, from what a neuron computes to attention, drawn so that you can feel the matrix. I send it to friends who ask what I do all day.',
   'https://www.3blue1brown.com/topics/neural-networks', null,
   'basics,transformers', 'video', null, null, '2025-02-27 21:05:00+00'),
  ('72fff204-dcaf-4bc6-8ae5-491ea0f01b3c',
   'Retrieval-Augmented Generation for Knowledge-Intensive NLP Tasks',
   'Where the name RAG comes from. The original fine-tunes the query encoder and the generator together, which few people do today, so it is worth reading for what we dropped on the way.',
   'https://arxiv.org/abs/2005.11401', '/pictures/resources/retrieval.svg',
   'rag,retrieval,papers', 'text', 'arXiv', '75d4daa9-9ace-42da-beb5-07a1245fecf7', '2025-09-16 08:10:00+00'),
  ('411028b6-61d5-43bf-941a-1aeaeb234988',
   'Contextual Retrieval',
   'Anthropic on putting a sentence of context in front of each chunk before indexing it, and on combining embeddings with BM25. The most useful afternoon my notes project ever had.',
   'https://www.anthropic.com/engineering/contextual-retrieval', null,
   'rag,retrieval,embeddings', 'text', 'Anthropic', '75d4daa9-9ace-42da-beb5-07a1245fecf7', '2025-09-28 09:05:00+00'),
  ('29bcd938-80fa-405b-abc4-17b65f45050a',
   'Precise Zero-Shot Dense Retrieval without Relevance Labels',
   'The HyDE paper. Let a model write a made-up answer, then search with that instead of the question. It sounds like cheating and often works, since answers look more like answers than questions do.',
   'https://arxiv.org/abs/2212.10496', null,
   'rag,retrieval,papers', 'text', 'arXiv', '75d4daa9-9ace-42da-beb5-07a1245fecf7', '2025-10-12 17:30:00+00'),
  ('64448e56-a109-49df-a8a4-6311ecf421ec',
   'BEIR: A Heterogenous Benchmark for Zero-shot Evaluation of Information Retrieval Models',
   'Eighteen retrieval data sets and a humbling result: plain BM25 was hard to beat outside the domain a dense model was trained on. I cite it whenever somebody wants to delete the keyword search.',
   'https://arxiv.org/abs/2104.08663', null,
   'retrieval,evals,papers', 'text', 'arXiv', '75d4daa9-9ace-42da-beb5-07a1245fecf7', '2025-10-26 11:55:00+00'),
  ('4de1e717-d304-4a67-94e7-5177eb90d852',
   'pgvector README',
   'The whole manual on one page: operators, exact search, HNSW and IVFFlat, filtering, half-precision vectors. Read the part about filtering before you wonder where your results went.',
   'https://github.com/pgvector/pgvector', null,
   'embeddings,postgres,retrieval', 'text', null, '75d4daa9-9ace-42da-beb5-07a1245fecf7', '2025-09-10 13:20:00+00'),
  ('2ba2789f-9e89-4688-a3f0-f77cd54f0e36',
   'Sentence-BERT',
   'How to get sentence embeddings that are worth comparing by cosine, and why averaging raw BERT vectors is not the way. The library that grew from it is still the quickest way to try an embedding model.',
   'https://arxiv.org/abs/1908.10084', null,
   'embeddings,papers', 'text', 'arXiv', '8f5154f7-8e78-4f27-9ee3-0825de629231', '2025-09-22 15:15:00+00'),
  ('ce565c46-03d5-4d42-8732-03c15eac3484',
   'Voice memo: explaining embeddings to my mother',
   'Eleven minutes, one supermarket metaphor. Milk stands near cheese because people who want one often want the other; nobody wrote ''dairy'' on the floor. She asked where the batteries live. So did I.',
   null, '/pictures/resources/voice-memo.svg',
   'embeddings,basics', 'audio', null, '8f5154f7-8e78-4f27-9ee3-0825de629231', '2025-11-02 16:40:00+00'),
  ('5256ee69-1f1a-4a2a-ade9-c0b1839638ca',
   'Lost in the Middle: How Language Models Use Long Contexts',
   'The paper with the U-shaped curve: facts at the edges of a long input were used better than facts in the middle. Models have moved on since; the habit of testing for it has not.',
   'https://arxiv.org/abs/2307.03172', null,
   'context,papers', 'text', 'arXiv', 'a3877e8b-7014-42d5-831e-8cc9b8d1e089', '2025-07-10 06:30:00+00'),
  ('3203ae81-e0df-4028-abf9-0f6771b6f7e4',
   'Your AI Product Needs Evals',
   'Hamel Husain on tests, traces and actually looking at your data, told through a real product. I have forwarded no other link as often.',
   'https://hamel.dev/blog/posts/evals/', '/pictures/resources/evals.svg',
   'evals', 'text', 'Hamel Husain', '700672f1-ad91-401a-b238-ce7cb6f95aad', '2025-06-12 07:55:00+00'),
  ('5cb1a9e8-16af-458b-ac10-60100128c6e8',
   'Judging LLM-as-a-Judge with MT-Bench and Chatbot Arena',
   'How far a strong model agrees with people about answers, and its biases: for the first position, for length, for itself. Read it before you let one model grade another.',
   'https://arxiv.org/abs/2306.05685', null,
   'evals,papers', 'text', 'arXiv', '700672f1-ad91-401a-b238-ce7cb6f95aad', '2025-06-25 18:25:00+00'),
  ('d656eae1-8e8f-484d-976b-66b32ef88704',
   'Building Effective Agents',
   'Workflows first, agents when you must. Five patterns with drawings, and the advice to find the simplest thing that works. It saved me at least one graph.',
   'https://www.anthropic.com/engineering/building-effective-agents', '/pictures/resources/agents.svg',
   'agents,tools', 'text', 'Anthropic', '500ab87e-35fb-46a5-96c5-3d16491bacf8', '2026-01-21 12:00:00+00'),
  ('be665177-ce14-4bcd-a640-8fbc2124b6ab',
   'ReAct: Synergizing Reasoning and Acting in Language Models',
   'Think, act, observe, repeat. Most agent loops in use today are this paper with better plumbing.',
   'https://arxiv.org/abs/2210.03629', null,
   'agents,reasoning,papers', 'text', 'arXiv', '500ab87e-35fb-46a5-96c5-3d16491bacf8', '2026-01-28 21:45:00+00'),
  ('f860e023-bb91-44ef-bec1-14fa6ac79b7f',
   'Chain-of-Thought Prompting Elicits Reasoning in Large Language Models',
   'Show the model a few worked examples and it works things out too, provided it is large enough. The figure with the tennis balls has been in every talk since.',
   'https://arxiv.org/abs/2201.11903', null,
   'reasoning,prompting,papers', 'text', 'arXiv', '6d4d4cd9-f066-4788-a973-736adbb281af', '2025-05-19 09:10:00+00'),
  ('de62394e-ba51-47a6-9745-538e1b2a5101',
   'The Curious Case of Neural Text Degeneration',
   'Why always taking the likeliest word gives dull, repetitive text, and where top-p sampling comes from. Also the best title in the field.',
   'https://arxiv.org/abs/1904.09751', null,
   'sampling,papers', 'text', 'arXiv', '30945183-bc62-4388-a46a-3a769d4b9894', '2025-08-16 20:30:00+00'),
  ('54c225c6-a462-4852-a959-db4861206ca9',
   'Not what you''ve signed up for: Compromising Real-World LLM-Integrated Applications with Indirect Prompt Injection',
   'The paper that named the indirect kind: the attack is waiting in the web page, the mail or the calendar invitation that your assistant is about to read for you.',
   'https://arxiv.org/abs/2302.12173', null,
   'security,agents,papers', 'text', 'arXiv', 'c87bc75e-83c0-4467-8356-0620f1e3c063', '2026-03-24 07:20:00+00'),
  ('5cab1fe0-b0f6-453d-83e8-533dd267393f',
   'Local-first software: you own your data, in spite of the cloud',
   'The essay by Ink & Switch that started the word. Seven ideals, and a fair account of where each technology falls short of them. This site keeps about four and a half.',
   'https://www.inkandswitch.com/essay/local-first/', '/pictures/resources/local-first.svg',
   'local-first,sync', 'text', 'Ink & Switch', 'f46ead4e-ed72-4224-b889-54d110882e7b', '2026-03-08 14:50:00+00'),
  ('4a7a542f-2cf2-48ca-b45d-36e11a50eee5',
   'localfirst.fm',
   'Long conversations with the people who build sync engines, by Johannes Schickling. The comfort of hearing that everybody else lost data once, too.',
   'https://www.localfirst.fm', null,
   'local-first,sync,podcast', 'audio', 'localfirst.fm', 'f46ead4e-ed72-4224-b889-54d110882e7b', '2026-04-26 18:05:00+00'),
  ('3840064a-f7ed-4ec0-8202-f14148a9caff',
   'Latent Space',
   'The podcast for people who build with models. Long, technical, sometimes breathless. I skip the hype and keep the episodes in which somebody describes what broke.',
   'https://www.latent.space', '/pictures/resources/podcast.svg',
   'podcast,agents', 'audio', 'Latent Space', null, '2025-08-04 08:00:00+00'),
  ('6ec1e117-05d8-4523-85f7-d55226220341',
   'Practical AI',
   'Calm, friendly, and what the name says. Good for the walk to the shops; I usually come back with one thing to try and without the oat milk.',
   'https://practicalai.fm', null,
   'podcast,basics', 'audio', null, null, '2025-06-03 17:25:00+00'),
  ('3c9ee37f-bbe2-4ed3-9bff-44b3b12ac27d',
   'Practical Deep Learning for Coders',
   'fast.ai''s free course. It trains a working model in the first lesson and explains it afterwards, which is the right way round for people like me.',
   'https://course.fast.ai', null,
   'basics,code', 'video', 'fast.ai', null, '2025-03-10 19:35:00+00'),
  ('13b0f2c0-ff08-40ff-b35b-55c9c8ca4b33',
   'Robust Speech Recognition via Large-Scale Weak Supervision',
   'The Whisper paper: 680,000 hours of audio from the web, labels included, warts included. The warts explain the invented sentences.',
   'https://arxiv.org/abs/2212.04356', null,
   'speech,papers', 'text', 'arXiv', '4eae679c-7ccd-4a15-954d-a2b11b1f7a86', '2025-04-22 06:15:00+00')
on conflict (id) do nothing;
