import {
  isCompleteImage,
  imageErrors,
  readImageFile,
} from '@curbwrench/contract/fields/image-file';

const maxBytes = 8 * 1024 * 1024;
/** The resolution of a high-end phone's camera; such an image takes up 200 MB when decoded. */
const maxPixels = 50_000_000;

/**
 * Returns why an image file is rejected, or null if it is accepted. A few bytes can decode to gigabytes, so the
 * dimensions are read from the file's headers before the browser decodes it.
 */
export async function findImageProblem(file: Blob): Promise<string | null> {
  if (file.size > maxBytes) return imageErrors.tooLarge('8 MB');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const image = readImageFile(bytes);
  if (!image || !isCompleteImage(bytes, image.contentType)) return imageErrors.unreadable;
  if (image.width * image.height > maxPixels) {
    return imageErrors.tooLarge('50 megapixels');
  }
  return null;
}
