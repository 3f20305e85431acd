import { useCallback, useEffect, useState } from 'react';
import type { Inventory } from '../../engine/index.ts';
import { countPictures, keepAllPictures } from '../../lib/keep-pictures.ts';
import { PICTURES_COUNTED_MS } from '../../lib/limits.ts';
import { site } from '../../site.config.ts';

/** How many of the site's pictures are on this device; null until they have been counted once. */
export function usePictures(inventory: Inventory | undefined) {
  const addresses = inventory?.pictures;
  const [counted, setCounted] = useState<Awaited<ReturnType<typeof countPictures>> | null>(null);
  const [keeping, setKeeping] = useState<'no' | 'working' | 'done' | 'no room'>('no');

  const count = useCallback(async () => {
    if (addresses !== undefined)
      setCounted(await countPictures([site.profile.image, ...addresses]));
  }, [addresses]);

  useEffect(() => {
    const look = () => void count().catch(() => {});
    look();
    // They are also fetched in the background.
    const timer = setInterval(look, PICTURES_COUNTED_MS);
    return () => clearInterval(timer);
  }, [count]);

  async function keepAll() {
    if (addresses === undefined) return;
    setKeeping('working');
    const outcome = await keepAllPictures([site.profile.image, ...addresses]).then(
      () => 'done' as const,
      () => 'no room' as const,
    );
    await count().catch(() => {});
    setKeeping(outcome);
  }

  return { counted, keeping, keepAll };
}
