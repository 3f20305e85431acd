import { useEffect, useState } from 'react';
import { captureRefusal, forgetRefusal, REFUSED } from '../../lib/captures.ts';
import { inThousands } from '../../lib/in-words.ts';
import { CAPTURE_LENGTH, CAPTURES_KEPT, SHARED_BYTES, SHARED_FILES } from '../../lib/limits.ts';
import type { SharedRefusal } from '../../lib/shared-pictures.ts';
import { Alert } from '../../ui/alert.tsx';

const reasons: Readonly<Record<SharedRefusal, string>> = {
  long: `It is longer than ${inThousands(CAPTURE_LENGTH)} characters.`,
  large: `It has more than ${SHARED_FILES} pictures, or more than ${SHARED_BYTES / 1_000_000} MB. Share fewer at once.`,
  many: `${CAPTURES_KEPT} things that you shared wait on this device already. Add them first, and share it again.`,
  device: 'This device did not store it.',
};

/** CAPTURE-3: says that what was just shared was not kept, and why. */
export function CaptureRefused() {
  const [refusal] = useState(() => captureRefusal() ?? refusalOfWorker());
  useEffect(() => forgetRefusal, []);
  if (refusal === null) return null;
  return <Alert>What you shared was not saved. {reasons[refusal]}</Alert>;
}

function refusalOfWorker(): SharedRefusal | null {
  const { hash } = window.location;
  const all = Object.keys(reasons) as SharedRefusal[];
  return all.find((why) => hash === `${REFUSED}${why}`) ?? null;
}
