/** Where a browser finds the manifest for installing the application. */
export const webManifestPath = '/manifest.webmanifest';

/**
 * Returns the manifest with the name and look of an installed application (W3C Web Application
 * Manifest). It has the business's own name, so it is created here and isn't a file of the build.
 */
export function webManifest(businessName: string): string {
  return JSON.stringify({
    id: '/',
    name: businessName,
    short_name: businessName,
    description: 'Professional mobile mechanic services - we come to you!',
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: '#f7f3ea',
    background_color: '#f7f3ea',
    // For the window and the start screen until a page is loaded, which sets its own colors; in the
    // standard since April 2026, and browsers that don't support it use the two above.
    color_scheme_dark: { theme_color: '#12171d', background_color: '#12171d' },
    icons: [
      { src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
      { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
      {
        src: '/icon-maskable-512.png',
        type: 'image/png',
        sizes: '512x512',
        purpose: 'maskable',
      },
    ],
  });
}
