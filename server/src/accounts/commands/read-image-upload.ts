import { randomBytes } from 'node:crypto';
import {
  isCompleteImage,
  imageErrors,
  readImageFile,
} from '@curbwrench/contract/fields/image-file';

/** The maximum side length of an accepted image, in pixels. Our own pages scale images to 256 pixels. */
const maxSideLength = 1024;

/**
 * Parses an image sent as a data URL. Returns what to store, with a new unguessable name, or a sentence that
 * explains why the image is rejected. Its type and size are read from its headers; the image is never decoded.
 */
export function readImageUpload(dataUrl: string) {
  const base64 = dataUrl.slice(dataUrl.indexOf(',') + 1);
  const bytes = Buffer.from(base64, 'base64');
  const file = readImageFile(bytes);
  if (!file || !isCompleteImage(bytes, file.contentType)) return imageErrors.unreadable;
  if (Math.max(file.width, file.height) > maxSideLength) {
    return imageErrors.tooLarge(`${maxSideLength} by ${maxSideLength} pixels`);
  }
  return {
    name: randomBytes(24).toString('base64url'),
    contentType: file.contentType,
    base64,
  };
}
