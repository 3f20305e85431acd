import { usePrinting } from '../ui/use-printing.ts';

/** LOOK-18: where a printed page can be found again. */
export function PrintedAddress() {
  return usePrinting() && <p className="pt-8 text-small">{window.location.href}</p>;
}
