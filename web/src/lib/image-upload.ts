/** The maximum side length of a stored image, in pixels. */
const maxSideLength = 256;

/** The encodings to try, from the best quality to the smallest size. */
const encodings = [
  { side: maxSideLength, quality: 0.86 },
  { side: maxSideLength, quality: 0.7 },
  { side: 192, quality: 0.7 },
  { side: 128, quality: 0.6 },
] as const;

/** Returns the square center crop of an image that is shown in a round frame. */
export function getCenterCrop(width: number, height: number) {
  const side = Math.min(width, height);
  return { x: Math.floor((width - side) / 2), y: Math.floor((height - side) / 2), side };
}

/**
 * Returns an image's best encoding whose data URL is short enough to be stored; null if none is.
 *
 * @param makeDataUrl encodes the image with sides of at most `side` pixels
 */
export function encodeToFit(
  makeDataUrl: (side: number, quality: number) => string,
  maxLength: number,
): string | null {
  for (const { side, quality } of encodings) {
    const url = makeDataUrl(side, quality);
    if (url.length <= maxLength) return url;
  }
  return null;
}

/**
 * Returns the center crop of an image file as a small data URL: WebP, or JPEG if the browser can't encode WebP.
 * Redrawing it also removes the camera's metadata, such as the location.
 *
 * @param maxLength the maximum length of the data URL
 * @returns null for a file that is not an image this browser can read
 */
export function readCroppedImage(file: Blob, maxLength: number): Promise<string | null> {
  return redraw(file, maxLength, (bitmap, canvas, side, quality) => {
    const { x, y, side: croppedSide } = getCenterCrop(bitmap.width, bitmap.height);
    const size = Math.min(side, croppedSide);
    const context = resizeAndGetContext(canvas, size, size);
    // JPEG has no transparency: transparent areas would turn black.
    if (context) context.fillStyle = '#ffffff';
    context?.fillRect(0, 0, size, size);
    context?.drawImage(bitmap, x, y, croppedSide, croppedSide, 0, 0, size, size);
    return encode(canvas, quality, 'image/jpeg');
  });
}

/**
 * Returns an uncropped image file, with its transparency, as a small data URL: WebP, or PNG if the browser can't encode
 * WebP.
 *
 * @param maxLength the maximum length of the data URL
 * @returns null for a file that is not an image this browser can read
 */
export function readUncroppedImage(file: Blob, maxLength: number): Promise<string | null> {
  return redraw(file, maxLength, (bitmap, canvas, side, quality) => {
    const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
    const width = Math.max(1, Math.round(bitmap.width * scale));
    const height = Math.max(1, Math.round(bitmap.height * scale));
    resizeAndGetContext(canvas, width, height)?.drawImage(bitmap, 0, 0, width, height);
    return encode(canvas, quality, 'image/png');
  });
}

async function redraw(
  file: Blob,
  maxLength: number,
  draw: (bitmap: ImageBitmap, canvas: HTMLCanvasElement, side: number, quality: number) => string,
): Promise<string | null> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    return null;
  }
  const canvas = document.createElement('canvas');
  const dataUrl = encodeToFit((side, quality) => draw(bitmap, canvas, side, quality), maxLength);
  bitmap.close();
  return dataUrl;
}

function resizeAndGetContext(canvas: HTMLCanvasElement, width: number, height: number) {
  canvas.width = width;
  canvas.height = height;
  return canvas.getContext('2d');
}

function encode(canvas: HTMLCanvasElement, quality: number, fallbackType: string): string {
  const webp = canvas.toDataURL('image/webp', quality);
  return webp.startsWith('data:image/webp') ? webp : canvas.toDataURL(fallbackType, quality);
}
