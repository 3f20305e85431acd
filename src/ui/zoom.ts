/** How a picture is zoomed in its frame: its scale, and how many px its centre is from the frame's. */
export interface Zoom {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** In px; a point is measured from the frame's centre. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const WHOLE: Zoom = { scale: 1, x: 0, y: 0 };
export const LARGEST = 6;

/** Enlarges by a factor. The point stays where it is, as far as the frame remains filled. */
export function zoomedAt(zoom: Zoom, factor: number, at: Point, frame: Size): Zoom {
  const scale = Math.min(LARGEST, Math.max(1, zoom.scale * factor));
  const by = scale / zoom.scale;
  return within({ scale, x: at.x - (at.x - zoom.x) * by, y: at.y - (at.y - zoom.y) * by }, frame);
}

export function movedBy(zoom: Zoom, by: Point, frame: Size): Zoom {
  return within({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, frame);
}

/** Keeps the edges of the picture outside the frame. */
function within({ scale, x, y }: Zoom, { width, height }: Size): Zoom {
  const inside = (by: number, length: number) => {
    const most = (length * (scale - 1)) / 2;
    return Math.min(most, Math.max(-most, by));
  };
  return { scale, x: inside(x, width), y: inside(y, height) };
}
