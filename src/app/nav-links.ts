/** The sidebar's links, in order. */
export const navLinks: readonly { readonly to: string; readonly label: string }[] = [
  { to: '/', label: 'Home' },
  { to: '/projects', label: 'Projects' },
  { to: '/learnings', label: 'Learnings' },
  { to: '/resources', label: 'Resources' },
  { to: '/friends', label: 'AI Tools' },
  { to: '/contact', label: 'Contact' },
];
