import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

const tokenPrefix = 'token=';

/** Returns the token in the URL's hash; undefined if there is none. */
export function parseToken(hash: string): string | undefined {
  return hash.startsWith(tokenPrefix) ? hash.slice(tokenPrefix.length) || undefined : undefined;
}

/**
 * Returns the one-time token from the link that opened this page. It is in the URL's hash, which browsers
 * never send, so no server or log ever has it (ASVS 5.0 14.2.1); once read, it is also removed from the
 * address bar and the history.
 */
export function useLinkToken(): string | undefined {
  const urlToken = useLocation({ select: ({ hash }) => parseToken(hash) });
  const [token, setToken] = useState(urlToken);
  const navigate = useNavigate();
  // Opening another link in the same tab does not load a new page.
  if (urlToken !== undefined && urlToken !== token) setToken(urlToken);
  useEffect(() => {
    if (urlToken !== undefined) void navigate({ to: '.', hash: '', state: true, replace: true });
  }, [urlToken, navigate]);
  return token;
}
