import { Reply } from 'lucide-react';

interface ReviewTextProps {
  text: string | null;
  /** The business's reply; null if there is none. */
  reply: string | null;
  /** Who replied: the name of the business. */
  businessName: string;
}

/** Shows what a customer wrote, and the reply to it. */
export function ReviewText({ text, reply, businessName }: ReviewTextProps) {
  return (
    <>
      {text !== null && <p className="wrap-anywhere whitespace-pre-line">{text}</p>}
      {reply !== null && (
        <div className="grid gap-1 border-l-4 border-line-strong py-0.5 pl-3">
          <p className="flex items-center gap-1.5 text-sm font-semibold text-ink-soft">
            <Reply className="size-4 shrink-0" aria-hidden />
            <span className="wrap-anywhere">Reply from {businessName || 'us'}</span>
          </p>
          <p className="wrap-anywhere whitespace-pre-line">{reply}</p>
        </div>
      )}
    </>
  );
}
