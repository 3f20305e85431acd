/**
 * Styles that `.prose` lacks: wide tables scroll in their box, pictures are bounded and have a place before they arrive. None
 * of it needs a class inside the prose, where a class would mean that something slipped through.
 */
export const proseFits = [
  '[&_[role=group]]:overflow-x-auto [&_table]:table [&_table]:[overflow-wrap:break-word]',
  'print:[&_[role=group]]:overflow-visible',
  '[&_img]:max-h-[40rem] [&_img]:bg-sunken [&_img]:object-scale-down',
  '[&_img:not([width])]:aspect-[16/9] [&_img:not([width])]:w-full',
  '[&_dt]:font-semibold [&_dd]:pl-4 [&_hr]:border-hairline',
  '[&_a>span]:sr-only [&_a>span]:select-none',
].join(' ');
