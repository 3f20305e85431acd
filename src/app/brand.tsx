import { site } from '../site.config.ts';

/** FRAME-3 */
export function Brand() {
  return (
    <span className="font-display text-[1.5rem] leading-none font-extrabold tracking-[-0.03em]">
      {site.brand}
      <span aria-hidden="true" className="text-coral">
        .
      </span>
    </span>
  );
}
