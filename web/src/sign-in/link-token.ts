import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

const mark = 'token=';

/** Returns the token in the URL's hash; undefined if there is none. */
export function tokenIn(hash: string): string | undefined {
  return hash.startsWith(mark) ? hash.slice(mark.length) || undefined : undefined;
}

/**
 * Returns the one-time token of the message's link that led here. It is in the URL's hash, which browsers
 * never send, so that no server and no log ever has it (ASVS 5.0 14.2.1); once read, it is also removed
 * from the address bar and the history.
 */
export function useLinkToken(): string | undefined {
  const found = useLocation({ select: ({ hash }) => tokenIn(hash) });
  const [token, setToken] = useState(found);
  const navigate = useNavigate();
  // Opening another link in the same tab does not load a new page.
  if (found !== undefined && found !== token) setToken(found);
  useEffect(() => {
    if (found !== undefined) void navigate({ to: '.', hash: '', replace: true });
  }, [found, navigate]);
  return token;
}
