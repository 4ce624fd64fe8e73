import { Reply } from 'lucide-react';

interface ReviewTextProps {
  text: string | null;
  /** The answer of the business; null if there is none. */
  answer: string | null;
  /** Who answered: the name of the business. */
  businessName: string;
}

/** Shows what a customer wrote, and the answer to it. */
export function ReviewText({ text, answer, businessName }: ReviewTextProps) {
  return (
    <>
      {text !== null && <p className="wrap-anywhere whitespace-pre-line">{text}</p>}
      {answer !== null && (
        <div className="grid gap-1 border-l-4 border-line-strong py-0.5 pl-3">
          <p className="flex items-center gap-1.5 text-sm font-semibold text-ink-soft">
            <Reply className="size-4 shrink-0" aria-hidden />
            <span className="wrap-anywhere">Reply from {businessName || 'us'}</span>
          </p>
          <p className="wrap-anywhere whitespace-pre-line">{answer}</p>
        </div>
      )}
    </>
  );
}
