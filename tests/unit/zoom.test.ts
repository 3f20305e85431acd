import { describe, expect, it } from 'vitest';
import { LARGEST, movedBy, WHOLE, zoomedAt } from '../../src/ui/zoom.ts';

const frame = { width: 400, height: 300 };

describe('zooming a picture in its frame', () => {
  it('leaves the point under the fingers where it is', () => {
    const at = { x: 50, y: -40 };
    const zoom = zoomedAt(WHOLE, 2, at, frame);
    expect(zoom).toEqual({ scale: 2, x: -50, y: 40 });
    // The picture's point that was there: (at - offset) / scale, before and after.
    const again = zoomedAt(zoom, 1.5, at, frame);
    expect((at.x - again.x) / again.scale).toBeCloseTo(50);
    expect((at.y - again.y) / again.scale).toBeCloseTo(-40);
  });

  it('is never smaller than whole and never larger than the limit', () => {
    expect(zoomedAt(WHOLE, 0.2, { x: 90, y: 90 }, frame)).toEqual(WHOLE);
    expect(zoomedAt(WHOLE, 100, { x: 0, y: 0 }, frame).scale).toBe(LARGEST);
  });

  it('never brings an edge of the picture into the frame', () => {
    const zoom = zoomedAt(WHOLE, 2, { x: 0, y: 0 }, frame);
    expect(movedBy(zoom, { x: 5_000, y: -5_000 }, frame)).toEqual({ scale: 2, x: 200, y: -150 });
    expect(movedBy(WHOLE, { x: 10, y: 10 }, frame)).toEqual(WHOLE);
    const moved = movedBy(zoom, { x: 200, y: 150 }, frame);
    expect(zoomedAt(moved, 0.5, { x: 0, y: 0 }, frame)).toEqual(WHOLE);
  });
});
