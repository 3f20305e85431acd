import { randomUUID } from 'node:crypto';

/** Builders of rows as the server sends them; a test states only what matters to it. */

type Columns = Record<string, unknown>;
type Row = Columns & { id: string };

const at = '2026-03-01T09:00:00+00:00';

export function projectRow(columns: Columns = {}): Row {
  return {
    id: randomUUID(),
    title: 'A project',
    description: 'What it is',
    details: null,
    image_url: null,
    status: 'idea',
    slug: null,
    created_at: at,
    ...columns,
  };
}

export function taskRow(columns: Columns = {}): Row {
  return {
    id: randomUUID(),
    project_id: randomUUID(),
    content: 'A task',
    status: 'todo',
    position: 0,
    ...columns,
  };
}

export function friendRow(columns: Columns = {}): Row {
  return {
    id: randomUUID(),
    name: 'Ada',
    role: null,
    avatar_url: null,
    bio: null,
    created_at: at,
    ...columns,
  };
}

export function learningRow(columns: Columns = {}): Row {
  return {
    id: randomUUID(),
    title: 'A learning',
    description: 'What was learned',
    content: null,
    tags: null,
    link: null,
    project_id: null,
    rank: null,
    created_at: at,
    ...columns,
  };
}

export function resourceRow(columns: Columns = {}): Row {
  return {
    id: randomUUID(),
    title: 'A resource',
    description: 'What it tells',
    link_url: null,
    image_url: null,
    tags: null,
    type: 'text',
    Source: null,
    learning_id: null,
    created_at: at,
    ...columns,
  };
}

export function commentaryRow(columns: Columns = {}): Row {
  return {
    id: randomUUID(),
    title: 'A commentary',
    content: 'What is thought of it',
    image_url: null,
    created_at: at,
    ...columns,
  };
}

export function toolRow(columns: Columns = {}): Row {
  return {
    id: randomUUID(),
    name: 'A tool',
    bio: null,
    picture: null,
    hyperlink: 'https://tool.example/',
    tag: 'tool',
    created_at: at,
    ...columns,
  };
}

export function trackRow(columns: Columns = {}): Row {
  return {
    id: randomUUID(),
    title: 'A song',
    artist: 'Somebody',
    album: null,
    url: null,
    is_current: false,
    type: 'track',
    created_at: at,
    ...columns,
  };
}
