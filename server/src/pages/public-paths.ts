/** The pages that are the same for all visitors. */
const publicPaths = [
  '/',
  '/services',
  '/subscription-plans',
  '/service-area-map',
  '/privacy',
  '/terms',
] as const;
export type PublicPath = (typeof publicPaths)[number];

/** The pages that search engines should list. */
export const listedPaths = [...publicPaths, '/book-service'] as const;
export type ListedPath = (typeof listedPaths)[number];

/** Returns whether all visitors see the same page at this path. */
export function isPublicPath(path: string): path is PublicPath {
  return publicPaths.some((publicPath) => publicPath === path);
}

/** Returns whether search engines should list this path. */
export function isListedPath(path: string): path is ListedPath {
  return path === '/book-service' || isPublicPath(path);
}
