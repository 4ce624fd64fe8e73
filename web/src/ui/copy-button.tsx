import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';

/** Puts a text on the clipboard and says so. Not there where the browser has none to offer. */
export function CopyButton({ text, children }: { text: string; children: string }) {
  const [isCopied, setCopied] = useState(false);
  // Browsers keep the clipboard from pages that did not come over a safe connection.
  if (!('clipboard' in navigator)) return null;
  return (
    <>
      <Button
        size="sm"
        icon={
          isCopied ? (
            <Check className="size-4" aria-hidden />
          ) : (
            <Copy className="size-4" aria-hidden />
          )
        }
        onClick={() =>
          void navigator.clipboard.writeText(text).then(
            () => setCopied(true),
            () => setCopied(false),
          )
        }
      >
        {children}
      </Button>
      <span role="status" className="sr-only">
        {isCopied && 'Copied.'}
      </span>
    </>
  );
}
