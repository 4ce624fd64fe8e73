import type { ChatTurn } from '@curbwrench/contract/assistant/schemas';
import { useEffect, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { PhoneText } from '../ui/phone-text.tsx';

/** A message in the conversation. */
export interface ChatMessage extends ChatTurn {
  readonly id: number;
  /** When the message was added, in ISO 8601. */
  readonly timestamp: string;
}

interface ChatLogProps {
  messages: readonly ChatMessage[];
  isWaiting: boolean;
  /** Suggested first questions. */
  suggestions: readonly string[];
  onSuggestion: (question: string) => void;
}

/** Shows the conversation, scrolled to the latest message, which screen readers announce as it arrives. */
export function ChatLog({ messages, isWaiting, suggestions, onSuggestion }: ChatLogProps) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const log = end.current?.parentElement;
    log?.scrollTo({ top: log.scrollHeight });
  }, [messages, isWaiting]);
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that it can be scrolled by keyboard
      tabIndex={0}
      role="log"
      aria-live="polite"
      aria-label="Conversation"
      className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto overscroll-contain bg-paper px-4 py-4 focus-visible:-outline-offset-4"
    >
      {messages.map((message) => (
        <Message key={message.id} message={message} />
      ))}
      {suggestions.length > 0 && (
        <ul className="mt-1 flex flex-col items-start gap-2">
          {suggestions.map((question) => (
            <li key={question}>
              <Button size="sm" className="text-left" onClick={() => onSuggestion(question)}>
                {question}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isWaiting && <Typing />}
      <div ref={end} />
    </div>
  );
}

function Message({ message: { role, content } }: { message: ChatMessage }) {
  const isOwn = role === 'user';
  // An answer from the help articles ends with its source.
  const [, text = content, source] = /^([^]*) \((Help: [^()]+)\)$/.exec(content) ?? [];
  return (
    <div className={classNames('flex flex-col', isOwn ? 'items-end pl-10' : 'items-start pr-6')}>
      <p
        dir="auto"
        className={classNames(
          'w-fit max-w-full rounded-lg px-3.5 py-2 text-left wrap-anywhere whitespace-pre-line',
          isOwn ? 'bg-ink text-paper' : 'border border-line bg-sheet',
        )}
      >
        <span className="sr-only">{isOwn ? 'You: ' : 'Assistant: '}</span>
        <PhoneText>{text}</PhoneText>
      </p>
      {source !== undefined && <p className="mt-0.5 px-1 text-xs text-ink-faint">{source}</p>}
    </div>
  );
}

/** Shown while an answer is being prepared. */
function Typing() {
  return (
    <p className="flex w-fit items-center gap-1.5 rounded-lg border border-line bg-sheet px-3.5 py-3.5">
      <span className="sr-only">The assistant is typing</span>
      {['', '[animation-delay:200ms]', '[animation-delay:400ms]'].map((delay) => (
        <span
          key={delay}
          aria-hidden
          className={classNames('size-2 animate-breathe rounded-full bg-ink-faint', delay)}
        />
      ))}
    </p>
  );
}
