/** Where a browser learns how to install the application. */
export const webManifestPath = '/manifest.webmanifest';

/**
 * What an installed application is called and looks like (W3C Web Application Manifest). It has the
 * business's own name, so it is made here and isn't a file of the build.
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
    // For the window and the start screen before there is a page, which then says for itself; in
    // the standard since April 2026, and a browser that doesn't know it stays with the two above.
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
