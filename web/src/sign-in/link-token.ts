import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

const mark = 'token=';

/** The token in the part of an address behind its `#`; undefined: there is none. */
export function tokenIn(hash: string): string | undefined {
  return hash.startsWith(mark) ? hash.slice(mark.length) || undefined : undefined;
}

/**
 * The one-time token of the link in a message that led here. It stands behind the address's `#`,
 * which no browser sends, so that neither a server nor its log ever has it (ASVS 5.0 14.2.1); once
 * read, it is gone from the address bar and the history, too.
 */
export function useLinkToken(): string | undefined {
  const found = useLocation({ select: ({ hash }) => tokenIn(hash) });
  const [token, setToken] = useState(found);
  const navigate = useNavigate();
  // Another link, opened in the same tab, is no new page.
  if (found !== undefined && found !== token) setToken(found);
  useEffect(() => {
    if (found !== undefined) void navigate({ to: '.', hash: '', replace: true });
  }, [found, navigate]);
  return token;
}
