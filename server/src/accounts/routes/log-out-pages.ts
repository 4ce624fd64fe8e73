/** The headers of the pages below, which contain a form or redirect the browser, and don't run scripts. */
export const pageHeaders = {
  'cache-control': 'no-store',
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
} as const;

/** Returns a page with a button that confirms a log-out, for links from other sites. */
export function confirmLogOutPage(businessName: string): string {
  const name = escapeHtml(businessName);
  return formatPage(
    `Log out - ${name}`,
    '',
    `<h1>Log out of ${name}?</h1>
<form method="post" action="/api/logout"><button type="submit">Log out</button></form>
<p><a href="/">Stay signed in</a></p>`,
  );
}

/** Returns a page that redirects the browser to the provider, to sign out there too. */
export function providerLogOutPage(providerUrl: string): string {
  const to = escapeHtml(providerUrl);
  return formatPage(
    'Logging out',
    `<meta http-equiv="refresh" content="0;url=${to}">`,
    `<h1>You've been logged out.</h1>
<p><a href="${to}">Log out of the sign-in service too</a></p>`,
  );
}

function formatPage(title: string, head: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>${head}</head>
<body><main>${body}</main></body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
