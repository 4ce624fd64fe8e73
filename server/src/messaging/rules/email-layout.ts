import {
  splitEmailText,
  type EmailDetail,
  type EmailParagraph,
} from '@curbwrench/contract/messaging/email-paragraphs';

/** What an email's HTML version contains besides its text. */
interface EmailFrame {
  readonly subject: string;
  readonly businessName: string;
  /** The email's link; '' if it has none. */
  readonly link: string;
  /** The label of the button that replaces a paragraph with only that link. */
  readonly buttonLabel: string;
  /** The URL at which the recipient can turn off such messages; null if they can't be turned off. */
  readonly unsubscribeUrl: string | null;
}

/**
 * Returns an email's HTML version, made from its plain text. A paragraph with only the email's link becomes a button,
 * and a list of details becomes a table. All text is escaped. The layout uses inline styles, which all email programs
 * understand, and follows the reader's light or dark theme where the program lets it.
 */
export function renderEmailHtml(
  text: string,
  { subject, businessName, link, buttonLabel, unsubscribeUrl }: EmailFrame,
): string {
  const blocks = splitEmailText(text, link).map((paragraph) =>
    renderParagraph(paragraph, buttonLabel),
  );
  const footer =
    unsubscribeUrl === null
      ? ''
      : `<p class="quiet" style="margin:24px 0 0;font-size:13px;line-height:20px;color:#6b6459">Don't want reminders or review requests? <a class="quiet" style="color:#6b6459" href="${escapeHtml(unsubscribeUrl)}">Turn them off</a></p>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
@media (prefers-color-scheme: dark) {
  .page { background: #171511 !important; }
  .paper { background: #211e19 !important; border-color: #3a352d !important; }
  .ink { color: #f1ece1 !important; }
  .quiet { color: #b3ab9d !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f7f3ea">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px"><tr><td class="paper" style="padding:28px 24px;overflow-wrap:anywhere;word-break:break-word;background:#fffdf8;border:1px solid #e3dccd;border-radius:12px;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<p class="ink" style="margin:0 0 20px;font-size:15px;line-height:22px;font-weight:700;color:#1f1b16">${escapeHtml(businessName)}</p>
${blocks.join('\n')}
${footer}
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}

function renderParagraph(paragraph: EmailParagraph, buttonLabel: string): string {
  switch (paragraph.kind) {
    case 'link':
      return `<p style="margin:0 0 16px"><a href="${escapeHtml(paragraph.url)}" style="display:inline-block;padding:13px 22px;border-radius:8px;background:#c2410c;color:#ffffff;font-size:16px;line-height:22px;font-weight:600;text-decoration:none">${escapeHtml(buttonLabel)}</a></p>`;
    case 'details':
      return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px;font-size:16px;line-height:24px">\n${paragraph.details.map(renderDetail).join('\n')}\n</table>`;
    case 'text': {
      const lines = paragraph.text.split('\n').map(escapeHtml).join('<br>\n');
      return `<p class="ink" style="margin:0 0 16px;font-size:16px;line-height:24px;color:#1f1b16">${lines}</p>`;
    }
  }
}

function renderDetail({ label, value }: EmailDetail): string {
  const cellStyle = 'vertical-align:top;padding:2px';
  return `<tr><td class="quiet" style="${cellStyle} 16px 2px 0;color:#6b6459;white-space:nowrap">${escapeHtml(label)}</td><td class="ink" style="${cellStyle} 0;color:#1f1b16">${escapeHtml(value)}</td></tr>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
