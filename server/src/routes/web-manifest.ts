/** Where a browser learns how to install the application. */
export const webManifestPath = '/manifest.webmanifest';

/**
 * What an installed application is called and looks like (W3C Web Application Manifest). It has the
 * business's own name, so it is made here and isn't a file of the build. A manifest knows one theme:
 * the dark one's colour of the bars comes from the page itself.
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
