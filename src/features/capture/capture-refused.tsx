import { useEffect, useState } from 'react';
import { type CaptureRefusal, captureRefusal, forgetRefusal } from '../../lib/captures.ts';
import { inThousands } from '../../lib/in-words.ts';
import { CAPTURE_LENGTH, CAPTURES_KEPT } from '../../lib/limits.ts';
import { Alert } from '../../ui/alert.tsx';

const reasons: Readonly<Record<CaptureRefusal, string>> = {
  long: `It is longer than ${inThousands(CAPTURE_LENGTH)} characters.`,
  many: `${CAPTURES_KEPT} shared links wait on this device already. Add them as resources, and share it again.`,
  device: 'This device did not store it.',
};

/** CAPTURE-3: says that what was just shared was not kept, and why. */
export function CaptureRefused() {
  const [refusal] = useState(captureRefusal);
  useEffect(() => forgetRefusal, []);
  if (refusal === null) return null;
  return <Alert>What you shared was not saved. {reasons[refusal]}</Alert>;
}
