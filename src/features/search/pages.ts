/** A page of the site, to be found by its name or by what it is for. */
export interface Page {
  readonly id: string;
  readonly title: string;
  readonly about: string;
}

/** The pages that visitors can open; the id is the address. */
export const pages: readonly Page[] = [
  { id: '/', title: 'Home', about: 'Profile, chatter, music and friends of the notebook' },
  { id: '/projects', title: 'Projects', about: 'What is being built' },
  { id: '/roadmap', title: 'Project Roadmap', about: 'Projects by how far they are' },
  { id: '/learnings', title: 'Learnings', about: 'What came out of it' },
  { id: '/resources', title: 'Resources', about: 'Things to read, to watch and to listen to' },
  { id: '/friends', title: 'AI Tools', about: 'My AI friends' },
  { id: '/chatter', title: 'Chatter', about: 'Commentaries' },
  { id: '/posts', title: 'Posts', about: 'Longer pieces' },
  { id: '/contact', title: 'Contact', about: 'Say hello' },
];
