import { textLimits } from '@curbwrench/contract/fields/text-limits';

/** The maximum side of a stored picture, in pixels. */
const largestSide = 256;

/** From the best quality to the smallest size. */
const encodings = [
  { side: largestSide, quality: 0.86 },
  { side: largestSide, quality: 0.7 },
  { side: 192, quality: 0.7 },
  { side: 128, quality: 0.6 },
] as const;

/** Returns the middle square of a picture: what a round frame shows of it. */
export function findMiddleSquare(width: number, height: number) {
  const side = Math.min(width, height);
  return { x: Math.floor((width - side) / 2), y: Math.floor((height - side) / 2), side };
}

/**
 * Returns the best attempt that is short enough to be stored, or null.
 *
 * @param encode makes a data URL of a square whose side is given in pixels
 */
export function encodeToFit(
  encode: (side: number, quality: number) => string,
  maxLength: number = textLimits.picture,
): string | null {
  for (const { side, quality } of encodings) {
    const url = encode(side, quality);
    if (url.length <= maxLength) return url;
  }
  return null;
}

/**
 * Returns a picture file as a small square data URL, WebP or, where the browser can't write that, JPEG.
 * Redrawing it also removes the camera's metadata, such as the location.
 *
 * @returns null for a file that is not a picture this browser can read
 */
export async function readPicture(file: Blob): Promise<string | null> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    return null;
  }
  const { x, y, side: croppedSide } = findMiddleSquare(bitmap.width, bitmap.height);
  const canvas = document.createElement('canvas');
  const picture = encodeToFit((side, quality) => {
    const size = Math.min(side, croppedSide);
    canvas.width = size;
    canvas.height = size;
    const context = canvas.getContext('2d');
    // JPEG has no transparency: transparent areas would turn black.
    if (context) context.fillStyle = '#ffffff';
    context?.fillRect(0, 0, size, size);
    context?.drawImage(bitmap, x, y, croppedSide, croppedSide, 0, 0, size, size);
    const webp = canvas.toDataURL('image/webp', quality);
    return webp.startsWith('data:image/webp') ? webp : canvas.toDataURL('image/jpeg', quality);
  });
  bitmap.close();
  return picture;
}
