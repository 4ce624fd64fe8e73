/** The URL path of the manifest for installing the application. */
export const webManifestPath = '/manifest.webmanifest';

/**
 * Returns the Web Application Manifest (W3C), which defines the name and look of the installed application. It
 * contains the business's own name, so it is created here and isn't part of the build output.
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
    // Dark-mode colors for the window and splash screen; a page that has loaded sets its own. This property has been in
    // the standard since April 2026. Browsers that don't support it use the two colors above.
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
