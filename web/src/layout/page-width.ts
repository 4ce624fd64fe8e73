import { useRouterState } from '@tanstack/react-router';
import { paths } from '../paths.ts';

/**
 * Returns how wide the page can be: `wide` for records and the list of appointments, `full` for the full
 * window, undefined for the default width. The width depends on the URL and not on the page's content, because a
 * `:has()` selector on the frame would make browsers restyle the page after every change.
 */
export function usePageWidth(): 'wide' | 'full' | undefined {
  return useRouterState({
    select: ({ resolvedLocation, location }) =>
      getPageWidth((resolvedLocation ?? location).pathname),
  });
}

function getPageWidth(pathname: string): 'wide' | 'full' | undefined {
  if (pathname === paths.serviceAdvisor) return 'full';
  return /^\/(?:appointments$|customers(?:\/|$)|vehicles(?:\/|$))/.test(pathname)
    ? 'wide'
    : undefined;
}
