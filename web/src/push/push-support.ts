/**
 * Whether this browser can show push notifications: `home-screen` if it can do so only after the application is added
 * to the home screen, as on an iPhone.
 */
export type PushSupport = 'supported' | 'home-screen' | 'unsupported';

/** The browser features that determine whether notifications work. */
export interface PushFeatures {
  readonly hasServiceWorkers: boolean;
  readonly hasPush: boolean;
  readonly userAgent: string;
  /** 0 without a touch screen. An iPad calls itself a Mac, but no Mac has a touch screen. */
  readonly maxTouchPoints: number;
}

/** Returns whether a browser with these features can show notifications. */
export function getPushSupport(features: PushFeatures): PushSupport {
  if (features.hasServiceWorkers && features.hasPush) return 'supported';
  const { userAgent, maxTouchPoints } = features;
  const isAppleDevice =
    /\b(?:iPhone|iPad|iPod)\b/.test(userAgent) ||
    (/\bMacintosh\b/.test(userAgent) && maxTouchPoints > 1);
  return isAppleDevice && features.hasServiceWorkers ? 'home-screen' : 'unsupported';
}

/** Reads this browser's features. A development server has no service worker, so nothing could be shown. */
export function readPushFeatures(): PushFeatures {
  return {
    hasServiceWorkers: import.meta.env.PROD && 'serviceWorker' in navigator,
    hasPush: 'PushManager' in globalThis && 'Notification' in globalThis,
    userAgent: navigator.userAgent,
    maxTouchPoints: navigator.maxTouchPoints,
  };
}
