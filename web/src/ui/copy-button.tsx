import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';

/** Copies text to the clipboard and confirms that it was copied. Renders nothing if the browser has no clipboard. */
export function CopyButton({ text, children }: { text: string; children: string }) {
  const [isCopied, setIsCopied] = useState(false);
  // Browsers offer the clipboard only to pages loaded over a secure connection.
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
            () => setIsCopied(true),
            () => setIsCopied(false),
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
